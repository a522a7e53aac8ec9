#pragma once

#include <cstdint>
#include <memory>

#include "base/clock.h"

namespace prichal::net {

/// Names whom readiness is for. Looked up when it is reported, because the one who asked may be
/// gone by then.
struct Token {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

enum class Readiness { kReadable, kWritable };

/// Who is told. All calls come from Reactor::Run().
class ReactorSink {
 public:
  ReactorSink() = default;
  ReactorSink(const ReactorSink&) = delete;
  ReactorSink& operator=(const ReactorSink&) = delete;
  virtual ~ReactorSink() = default;

  virtual void OnReady(Token token, Readiness readiness) = 0;
  virtual void OnWake() = 0;
  virtual void OnTick() = 0;
};

/// One epoll loop: Boost.Asio, kept behind this header and in one source file. Asio waits for
/// readiness only; reading and writing are plain system calls of the connection, into buffers that
/// belong to the loop. (Asio's own reads would need a buffer for every idle connection.)
class Reactor {
 public:
  /// `sink` must outlive the reactor.
  explicit Reactor(ReactorSink& sink);
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;
  ~Reactor();

  /// Until Stop().
  void Run();
  /// Any thread.
  void Stop();
  /// Any thread: one OnWake() to come.
  void Wake();
  /// One OnTick() to come, at least `delay` from now.
  void TickAfter(Millis delay);

  /// Owns a file descriptor and closes it. Each wait is for one report.
  class Descriptor {
   public:
    Descriptor(Reactor& reactor, int fd, Token token);
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    [[nodiscard]] int fd() const;
    void AwaitReadable();
    void AwaitWritable();

   private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
  };

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::net
