// One process takes the place of another: what the old one lets go, and what the new one waits for.

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "app/application.h"

namespace prichal::app {
namespace {

/// How long clients that keep their connections have to hear that they end.
constexpr Millis kNotice{250};
/// How long who has connected may take to say his first words. On a working network
/// they come with what opens the connection; browsers open some for later.
constexpr Millis kNewcomers{250};
/// How long webhooks may take.
constexpr std::chrono::seconds kOwed{30};

/// How long the last connections may take: as nobody waits for this process, longer than one
/// lingers so that its client hears the last word.
constexpr Millis kLastWords{2'500};

}  // namespace

Result<void, std::string> Application::MeetPredecessor() {
  if (predecessor_ == nullptr) return {};
  auto handed = predecessor_->TakeSockets();
  if (!handed) return Fail("an upgrade: " + handed.error());
  std::vector<net::HandedSocket> ours;
  for (net::HandedSocket& socket : *handed) {
    // What the service manager had opened is found by its name here too.
    constexpr std::string_view kInherited = " systemd:";
    const auto at = socket.name.find(kInherited);
    if (at == std::string::npos) {
      ours.push_back(std::move(socket));
      continue;
    }
    for (Descriptor& one : socket.sockets) {
      sockets_.Add(socket.name.substr(at + kInherited.size()), std::move(one));
    }
  }
  server_->Adopt(std::move(ours));
  return {};
}

Result<void, std::string> Application::AwaitPredecessor() {
  if (predecessor_ == nullptr) return {};
  auto free = predecessor_->AwaitGo();
  if (!free) return Fail("an upgrade: " + free.error());
  return {};
}

void Application::LetGo() {
  const auto began = std::chrono::steady_clock::now();
  const auto cut = server_->LetGoOfRequests(
      {.notice = kNotice, .newcomers = kNewcomers, .deadline = settings_.server.drain_deadline});
  // No request is under way that could still ask for something.
  wallets_->Stop();
  AwaitRefill(began + settings_.server.drain_deadline);
  store_->Stop();
  if (auth_backend_ != nullptr && valkey_ == nullptr) auth_backend_->Stop();
  const auto took = std::chrono::steady_clock::now() - began;
  log_.Write(telemetry::Level::kInfo, "the files are free for the next process",
             {{"cut", cut}, {"milliseconds", std::chrono::duration_cast<Millis>(took).count()}});
}

void Application::EndAfterSuccessor() {
  draining_ = true;
  server_->ForgetSockets();
  server_->EndStreams();
  // Nobody waits for this process any more, but those whose servers are owed something.
  const auto end = std::chrono::steady_clock::now() + kOwed;
  const bool clean = server_->Drain(std::max(settings_.server.drain_deadline, kLastWords));
  Finish(end);
  log_.Write(clean ? telemetry::Level::kInfo : telemetry::Level::kWarn,
             clean ? "all streams have been ended" : "streams were cut that took nothing");
}

}  // namespace prichal::app
