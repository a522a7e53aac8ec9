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

constexpr const char* kHint = "docs/internals/benchmarks.md says what each figure means.";

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
    mode_->AddSwitch("--json", flags_.json, "One line of JSON instead of a table");
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
    mode_->AddOption("--url", "URL", &flags_.url, "The bridge, without /events and /message")
        .required = true;
    Take("--pid", flags_.setup.pid, "Its process, for its memory and processor time");
    Take("--patience", flags_.setup.patience, "Seconds without news after which waiting ends");
    mode_->AddOption("--i-may-load", "HOST", &flags_.may_load,
                     "Another host that you may load; without it, only this machine is loaded");
    return *this;
  }

  /// Adds the flags of modes that can load several instances.
  Modes& Fleet() {
    mode_
        ->AddOption("--also", "TEXT", &flags_.also,
                    "Further instances of the bridge; streams and senders take turns")
        .several_values = true;
    mode_
        ->AddOption("--watch", "INT", &flags_.setup.watched,
                    "Further processes: their time a message is cpu_us_per_message_1 and so on")
        .several_values = true;
    return *this;
  }

  /// Adds the flags of modes that post messages.
  Modes& Sending(std::size_t senders) {
    Default("--senders", flags_.setup.senders, senders,
            "Connections that post, one message at once");
    Take("--body", flags_.setup.sender.body_bytes, "Bytes of a message");
    Take("--ttl", flags_.setup.sender.ttl, "Seconds that a message may wait");
    mode_->AddSwitch("--no-request-source", flags_.no_request_source,
                     "Add no_request_source=true: the bridge need not seal the sender's address");
    return *this;
  }

  Modes& Streams(std::size_t streams,
                 const char* about = "Open streams, each of a client id of its own") {
    Default("--streams", flags_.setup.streams, streams, about);
    Take("--parallel", flags_.setup.parallel, "Streams that are opened at once");
    return *this;
  }

  Modes& Flag(const char* name, bool& value, const char* about) {
    mode_->AddSwitch(name, value, about);
    return *this;
  }

  Modes& Seconds(double seconds, const char* about = "How long to measure") {
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
      .Add("idle", "Memory and processor time per stream on which nothing happens",
           [](const ModeFlags& f) { return Idle(f.setup); })
      .Bridge()
      .Streams(10'000)
      .Seconds(12, "How long to wait before measuring, and then to measure");
  modes
      .Add("throughput", "Messages as fast as they are acknowledged, to streams chosen by chance",
           [](const ModeFlags& f) { return Throughput(f.setup, f.warm_up); })
      .Bridge()
      .Fleet()
      .Sending(32)
      .Streams(500)
      .Take("--ids", flags.setup.ids, "Client ids of each stream")
      .Seconds(8)
      .Take("--warm-up", flags.warm_up, "Seconds of the same before it");
  modes
      .Add("latency", "Messages at a fixed rate, beside idle streams",
           [](const ModeFlags& f) { return Latency(f.setup, f.rate, f.warm_up); })
      .Bridge()
      .Fleet()
      .Sending(16)
      .Streams(10'000)
      .Take("--ids", flags.setup.ids, "Client ids of each stream")
      .Seconds(15)
      .Take("--rate", flags.rate, "Messages a second")
      .Take("--warm-up", flags.warm_up, "Seconds of the same before it");
  modes
      .Add("connects", "How quickly streams open",
           [](const ModeFlags& f) { return Connects(f.setup); })
      .Bridge()
      .Streams(5'000);
}

/// These modes use TLS whatever the URL's scheme.
void AddTls(Modes& modes, ModeFlags& flags) {
  modes
      .Add("tls-idle", "As idle, over TLS 1.3", [](const ModeFlags& f) { return TlsIdle(f.setup); })
      .Bridge()
      .Streams(10'000)
      .Seconds(12, "How long to wait before measuring, and then to measure");
  modes
      .Add("tls-handshakes", "TLS 1.3 handshakes as fast as they are answered, any server's",
           [](const ModeFlags& f) { return TlsHandshakes(f.setup, f.resumed); })
      .Bridge()
      .Take("--parallel", flags.setup.parallel, "Handshakes at once")
      .Flag("--resumed", flags.resumed, "By the ticket of the one before, not full ones")
      .Seconds(6);
}

void AddTrials(Modes& modes, ModeFlags& flags) {
  modes
      .Add("slow", "Readers that stop, and read on when all has been sent",
           [](const ModeFlags& f) { return Slow(f.setup, f.messages, f.receive_buffer); })
      .Bridge()
      .Sending(4)
      .Streams(1)
      .Default("--messages", flags.messages, std::size_t{1'000}, "Messages for each of them")
      .Take("--receive-buffer", flags.receive_buffer, "Bytes that their kernel takes for them");
  modes
      .Add("subscribe", "Streams that begin inside a burst of messages for them",
           [](const ModeFlags& f) { return Subscribe(f.setup, f.burst, f.rounds); })
      .Bridge()
      .Sending(16)
      .Streams(40, "Streams a round")
      .Take("--burst", flags.burst, "Messages for each of them")
      .Take("--rounds", flags.rounds, "How often");
  modes
      .Add("backlog", "Messages that waited for a receiver, and their order",
           [](const ModeFlags& f) { return Backlog(f.setup, f.messages); })
      .Bridge()
      .Sending(16)
      .Default("--messages", flags.messages, std::size_t{5'000}, "How many wait");
  modes
      .Add("keep", "What of the acknowledged messages a killed bridge has after its restart",
           [](const ModeFlags& f) -> Measurement {
             if (f.send_file.empty() == f.check_file.empty()) {
               return Fail("keep takes --send FILE before the kill, and --check FILE after it");
             }
             if (f.check_file.empty()) return KeepSend(f.setup, f.messages, f.send_file);
             return KeepCheck(f.setup, f.check_file);
           })
      .Bridge()
      .Sending(64)
      .Streams(100, "Receivers")
      .Default("--messages", flags.messages, std::size_t{10'000},
               "Acknowledged messages after which FILE.ready is written")
      .Take("--send", flags.send_file, "Send until the bridge dies; write what was acknowledged")
      .Take("--check", flags.check_file, "Count what of that file is there");
  modes
      .Add("drain", "SIGTERM under traffic: how long, how the streams end, what is lost",
           [](const ModeFlags& f) { return Drain(f.setup, f.rate, f.restart_within); })
      .Bridge()
      .Sending(16)
      .Streams(1'000)
      .Seconds(2, "Traffic before the signal")
      .Take("--rate", flags.rate, "Messages a second")
      .Take("--restart-within", flags.restart_within,
            "Seconds in which it is started again; 0: do not wait for that");
}

void AddLimits(Modes& modes, ModeFlags& flags) {
  modes
      .Add("echo", "A bridge that does the system calls and nothing else, to load instead of one",
           [](const ModeFlags& f) { return Echo(f.listen); })
      .Take("--listen", flags.listen, "Address and port");
  modes
      .Add("disk", "How often a second a disk takes a message, and 256 at once",
           [](const ModeFlags& f) {
             return Disk(f.folder, f.setup.sender.body_bytes, f.setup.seconds);
           })
      .Take("--folder", flags.folder, "Where")
      .Take("--body", flags.setup.sender.body_bytes, "Bytes of a message")
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
