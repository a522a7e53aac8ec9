#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_function.h"
#include "http/loop/dial.h"
#include "http/loop/outbound.h"

namespace prichal::net {

/// Finds the addresses of a host, one question at a time. A numeric address is its own answer; a
/// name is asked for on a thread that lives as long as the question (getaddrinfo(3) blocks for as
/// long as name servers please), and whose answer nobody has to wait for: the resolver may be
/// destroyed, or ask for something else, meanwhile.
class Resolver final : public Watcher {
 public:
  /// At least one address, or the reason.
  using Answer = Result<std::vector<SocketAddress>, std::string>;
  /// Called on the loop; within the call of Resolve() where the answer is known.
  using Done = UniqueFunction<void(Answer)>;

  explicit Resolver(Outbound& loop) : loop_(loop) {}

  /// In place of what was asked for before, which is not answered any more.
  void Resolve(const std::string& host, std::uint16_t port, Done done);
  void Cancel();

 private:
  /// What the thread and the loop share; the last of them destroys it.
  struct Question;

  void OnReadable() override;
  void OnWritable() override {}

  Outbound& loop_;
  Done done_;
  std::shared_ptr<Question> question_;
  std::unique_ptr<Watch> answered_;
};

}  // namespace prichal::net
