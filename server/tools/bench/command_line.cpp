#include "bench/command_line.h"

#include <fmt/format.h>
#include <sys/prctl.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/modes.h"
#include "bench/process.h"

namespace prichal::bench {
namespace {

constexpr const char* kHint = "docs/internals/benchmarks.md explains each figure.";

/// Values of all flags. The modes share them, because a process runs one mode.
struct ModeFlags {
  std::string url;  ///< Required by every mode that loads a bridge
  std::vector<std::string> also;
  Setup setup;
  bool no_request_source = false;
  bool resumed = false;
  bool json = false;
  int cpu = -1;
  double warm_up = 1;
  double rate = 1000;
  double restart_within = 0;
  std::size_t messages = 5000;
  std::size_t burst = 60;
  std::size_t rounds = 20;
  int receive_buffer = 4096;
  std::string send_file;
  std::string check_file;
  std::string listen = "127.0.0.1:8090";
  std::string folder = ".";
  std::vector<std::string> may_load;
};

[[nodiscard]] int RunMode(ModeFlags& flags, std::string_view program,
                          const std::function<Measurement(const ModeFlags&)>& mode);

/// Placeholder of a value in --help.
const char* PlaceholderOf(const int* /*value*/) { return "INT"; }
const char* PlaceholderOf(const std::size_t* /*value*/) { return "UINT"; }
const char* PlaceholderOf(const double* /*value*/) { return "FLOAT"; }
const char* PlaceholderOf(const std::string* /*value*/) { return "TEXT"; }

class Modes {
 public:
  Modes(cli::Command& app, std::string_view program, std::shared_ptr<ModeFlags> flags)
      : app_(app), program_(program), shared_(std::move(flags)), flags_(*shared_) {}

  /// Begins a mode. The calls that follow add its flags.
  Modes& Add(const char* name, const char* about,
             std::function<Measurement(const ModeFlags&)> run) {
    mode_ = &app_.AddCommand(name, about);
    mode_->footer = kHint;
    mode_->AddSwitch("--json", flags_.json, "Print one line of JSON instead of a table");
    mode_->AddOption("--cpu", "N", &flags_.cpu, "Run on this processor only");
    defaults_ = std::make_shared<Defaults>();
    mode_->run = [defaults = defaults_, flags = shared_, program = program_,
                  mode = std::move(run)] {
      for (const auto& set : *defaults) set();
      return RunMode(*flags, program, mode);
    };
    return *this;
  }

  /// Adds the flags of modes that load a bridge. --url has no default, so that no bridge is loaded
  /// by mistake.
  Modes& Bridge() {
    mode_->AddOption("--url", "URL", &flags_.url, "URL of the bridge, without /events or /message")
        .required = true;
    Take("--pid", flags_.setup.pid, "Process of the bridge, to measure its memory and CPU time");
    Take("--patience", flags_.setup.patience, "Seconds without progress after which the run ends");
    mode_->AddOption("--i-may-load", "HOST", &flags_.may_load,
                     "Other host that you may load (default: only this machine)");
    return *this;
  }

  /// Adds the flags of modes that can load several instances.
  Modes& Fleet() {
    mode_
        ->AddOption("--also", "TEXT", &flags_.also,
                    "URLs of more instances; streams and senders alternate between them")
        .several_values = true;
    mode_
        ->AddOption("--watch", "INT", &flags_.setup.watched,
                    "More processes to measure: their CPU time is cpu_us_per_message_1 and so on")
        .several_values = true;
    return *this;
  }

  /// Adds the flags of modes that post messages.
  Modes& Sending(std::size_t senders) {
    Default("--senders", flags_.setup.senders, senders,
            "Connections that send, one message at a time");
    Take("--body", flags_.setup.sender.body_bytes, "Bytes per message");
    Take("--ttl", flags_.setup.sender.ttl, "Lifetime of a message in seconds");
    mode_->AddSwitch("--no-request-source", flags_.no_request_source,
                     "Add no_request_source=true, so that the bridge does not encrypt the source");
    return *this;
  }

  Modes& Streams(std::size_t streams,
                 const char* about = "Open streams, each with its own client ID") {
    Default("--streams", flags_.setup.streams, streams, about);
    Take("--parallel", flags_.setup.parallel, "Streams to open at the same time");
    return *this;
  }

  Modes& Flag(const char* name, bool& value, const char* about) {
    mode_->AddSwitch(name, value, about);
    return *this;
  }

  Modes& Seconds(double seconds, const char* about = "Seconds to measure") {
    return Default("--seconds", flags_.setup.seconds, seconds, about);
  }

  template <typename T>
  Modes& Take(const char* name, T& value, const char* about) {
    mode_->AddOption(name, PlaceholderOf(&value), &value, about).standard =
        fmt::format("{}", value);
    return *this;
  }

  /// Adds a flag like Take(), with a default of this mode.
  template <typename T>
  Modes& Default(const char* name, T& value, T standard, const char* about) {
    cli::Option& option = mode_->AddOption(name, PlaceholderOf(&value), &value, about);
    option.standard = fmt::format("{}", standard);
    // Modes share the flags, so the default is set only when this mode runs.
    defaults_->push_back([&value, standard, &option] {
      if (!option.given) value = standard;
    });
    return *this;
  }

 private:
  using Defaults = std::vector<std::function<void()>>;

  cli::Command& app_;
  const std::string program_;
  const std::shared_ptr<ModeFlags> shared_;
  ModeFlags& flags_;
  cli::Command* mode_ = nullptr;
  std::shared_ptr<Defaults> defaults_;  ///< of `mode_`
};

void AddLoads(Modes& modes, ModeFlags& flags) {
  modes
      .Add("idle", "Measure memory and CPU time per idle stream",
           [](const ModeFlags& f) { return Idle(f.setup); })
      .Bridge()
      .Streams(10'000)
      .Seconds(12, "Seconds to wait before the measurement, and to measure");
  modes
      .Add("throughput", "Send as fast as the bridge acknowledges, to random streams",
           [](const ModeFlags& f) { return Throughput(f.setup, f.warm_up); })
      .Bridge()
      .Fleet()
      .Sending(32)
      .Streams(500)
      .Take("--ids", flags.setup.ids, "Client IDs per stream")
      .Seconds(8)
      .Take("--warm-up", flags.warm_up, "Seconds of warm-up before the measurement");
  modes
      .Add("latency", "Send at a fixed rate while other streams are idle",
           [](const ModeFlags& f) { return Latency(f.setup, f.rate, f.warm_up); })
      .Bridge()
      .Fleet()
      .Sending(16)
      .Streams(10'000)
      .Take("--ids", flags.setup.ids, "Client IDs per stream")
      .Seconds(15)
      .Take("--rate", flags.rate, "Messages per second")
      .Take("--warm-up", flags.warm_up, "Seconds of warm-up before the measurement");
  modes
      .Add("connects", "Measure how quickly streams open",
           [](const ModeFlags& f) { return Connects(f.setup); })
      .Bridge()
      .Streams(5'000);
}

/// These modes use TLS whatever the URL's scheme.
void AddTls(Modes& modes, ModeFlags& flags) {
  modes
      .Add("tls-idle", "Like idle, over TLS 1.3",
           [](const ModeFlags& f) { return TlsIdle(f.setup); })
      .Bridge()
      .Streams(10'000)
      .Seconds(12, "Seconds to wait before the measurement, and to measure");
  modes
      .Add("tls-handshakes", "Measure TLS 1.3 handshakes of any server",
           [](const ModeFlags& f) { return TlsHandshakes(f.setup, f.resumed); })
      .Bridge()
      .Take("--parallel", flags.setup.parallel, "Handshakes at the same time")
      .Flag("--resumed", flags.resumed, "Resume sessions instead of full handshakes")
      .Seconds(6);
}

void AddTrials(Modes& modes, ModeFlags& flags) {
  modes
      .Add("slow", "Test clients that stop reading and continue after the last message",
           [](const ModeFlags& f) { return Slow(f.setup, f.messages, f.receive_buffer); })
      .Bridge()
      .Sending(4)
      .Streams(1)
      .Default("--messages", flags.messages, std::size_t{1'000}, "Messages per stream")
      .Take("--receive-buffer", flags.receive_buffer,
            "Size of the receive buffer of each client in bytes");
  modes
      .Add("subscribe", "Test streams that open during a burst of messages for them",
           [](const ModeFlags& f) { return Subscribe(f.setup, f.burst, f.rounds); })
      .Bridge()
      .Sending(16)
      .Streams(40, "Streams per round")
      .Take("--burst", flags.burst, "Messages per stream")
      .Take("--rounds", flags.rounds, "Number of rounds");
  modes
      .Add("backlog", "Test delivery and order of pending messages",
           [](const ModeFlags& f) { return Backlog(f.setup, f.messages); })
      .Bridge()
      .Sending(16)
      .Default("--messages", flags.messages, std::size_t{5'000}, "Pending messages");
  modes
      .Add("keep", "Count acknowledged messages that survive a kill and a restart",
           [](const ModeFlags& f) -> Measurement {
             if (f.send_file.empty() == f.check_file.empty()) {
               return Fail(
                   "keep needs --send FILE before the kill, or --check FILE after the restart");
             }
             if (f.check_file.empty()) return KeepSend(f.setup, f.messages, f.send_file);
             return KeepCheck(f.setup, f.check_file);
           })
      .Bridge()
      .Sending(64)
      .Streams(100, "Receiving streams")
      .Default("--messages", flags.messages, std::size_t{10'000},
               "Acknowledged messages after which FILE.ready is created")
      .Take("--send", flags.send_file,
            "Send until the bridge dies; write acknowledged messages to this file")
      .Take("--check", flags.check_file,
            "Count the messages of this file that the bridge still has");
  modes
      .Add("drain", "Measure a graceful shutdown under load: duration, streams, lost messages",
           [](const ModeFlags& f) { return Drain(f.setup, f.rate, f.restart_within); })
      .Bridge()
      .Sending(16)
      .Streams(1'000)
      .Seconds(2, "Seconds of traffic before the signal")
      .Take("--rate", flags.rate, "Messages per second")
      .Take("--restart-within", flags.restart_within,
            "Seconds in which the bridge restarts; 0: do not wait for a restart");
}

void AddLimits(Modes& modes, ModeFlags& flags) {
  modes
      .Add("echo", "Run a minimal bridge that makes only the system calls, for comparison",
           [](const ModeFlags& f) { return Echo(f.listen); })
      .Take("--listen", flags.listen, "Address and port");
  modes
      .Add("disk", "Measure disk writes per second, of one message and of 256",
           [](const ModeFlags& f) {
             return Disk(f.folder, f.setup.sender.body_bytes, f.setup.seconds);
           })
      .Take("--folder", flags.folder, "Folder on the disk to measure")
      .Take("--body", flags.setup.sender.body_bytes, "Bytes per message")
      .Seconds(3);
}

/// Rejects a target on another machine unless --i-may-load names its host.
Result<void, std::string> MayBeLoaded(const ModeFlags& flags, const Target& target) {
  const auto& named = flags.may_load;
  if (target.is_loopback || std::find(named.begin(), named.end(), target.host) != named.end()) {
    return {};
  }
  return Fail(
      fmt::format("{} is another machine, and a load is an attack unless its operator agreed. "
                  "Fix: if you may load it, add --i-may-load {}",
                  target.host, target.host));
}

Result<Target, std::string> TargetOf(const ModeFlags& flags, const std::string& url) {
  auto target = ParseTarget(url);
  if (!target) return target;
  if (auto may = MayBeLoaded(flags, *target); !may) return Fail(may.error());
  return target;
}

Result<void, std::string> Prepare(ModeFlags& flags) {
  if (auto pinned = PinTo(flags.cpu); !pinned) return pinned;
  if (!flags.url.empty()) {
    auto target = TargetOf(flags, flags.url);
    if (!target) return Fail(target.error());
    flags.setup.target = *std::move(target);
  }
  for (const std::string& url : flags.also) {
    auto further = TargetOf(flags, url);
    if (!further) return Fail(further.error());
    flags.setup.also.push_back(*std::move(further));
  }
  if (flags.no_request_source) flags.setup.sender.more = "&no_request_source=true";
  if (flags.setup.sender.body_bytes < kStampBytes) {
    return Fail(fmt::format("--body {}: at least {}, in which each message says which it is",
                            flags.setup.sender.body_bytes, kStampBytes));
  }
  if (flags.setup.parallel == 0) return Fail(std::string("--parallel 0: at least 1"));
  return {};
}

int RunMode(ModeFlags& flags, std::string_view program,
            const std::function<Measurement(const ModeFlags&)>& mode) {
  // Sends messages on time instead of up to 50 µs late.
  prctl(PR_SET_TIMERSLACK, 1);
  const auto prepared = Prepare(flags);
  const Measurement outcome = prepared ? mode(flags) : Measurement(Fail(prepared.error()));
  if (!outcome) {
    std::cerr << program << ": " << outcome.error() << '\n';
    return 1;
  }
  std::cout << (flags.json ? outcome->Json() : outcome->Table()) << std::flush;
  return 0;
}

}  // namespace

void AddModes(cli::Command& app, std::string_view program) {
  const auto flags = std::make_shared<ModeFlags>();
  Modes modes(app, program, flags);
  AddLoads(modes, *flags);
  AddTls(modes, *flags);
  AddTrials(modes, *flags);
  AddLimits(modes, *flags);
}

}  // namespace prichal::bench
