#include "net/reactor.h"

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/post.hpp>

namespace prichal::net {
namespace {

namespace asio = boost::asio;
using Executor = asio::io_context::executor_type;  // typed: 8 bytes where any_io_executor takes 56
using SteadyClock = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<SteadyClock, asio::wait_traits<SteadyClock>, Executor>;

}  // namespace

struct Reactor::Impl {
  explicit Impl(ReactorSink& s) : sink(s), context(1), timer(context) {}

  ReactorSink& sink;
  asio::io_context context;
  Timer timer;
};

Reactor::Reactor(ReactorSink& sink) : impl_(std::make_unique<Impl>(sink)) {}

Reactor::~Reactor() = default;

void Reactor::Run() {
  const auto work = asio::make_work_guard(impl_->context);
  impl_->context.run();
}

void Reactor::Stop() { impl_->context.stop(); }

void Reactor::Wake() {
  asio::post(impl_->context, [impl = impl_.get()] { impl->sink.OnWake(); });
}

void Reactor::TickAfter(Millis delay) {
  impl_->timer.expires_after(delay);
  impl_->timer.async_wait([impl = impl_.get()](const boost::system::error_code& error) {
    if (!error) impl->sink.OnTick();
  });
}

struct Reactor::Descriptor::Impl {
  Impl(Reactor::Impl& reactor, int fd, Token t)
      : sink(reactor.sink), token(t), descriptor(reactor.context, fd) {}

  void Await(asio::posix::descriptor_base::wait_type what, Readiness readiness) {
    // Captures no Impl: when two waits end in one turn, the first report may destroy it.
    descriptor.async_wait(
        what, [to = &sink, whom = token, readiness](const boost::system::error_code& error) {
          if (!error) to->OnReady(whom, readiness);
        });
  }

  ReactorSink& sink;
  Token token;
  asio::posix::basic_stream_descriptor<Executor> descriptor;
};

Reactor::Descriptor::Descriptor(Reactor& reactor, int fd, Token token)
    : impl_(std::make_unique<Impl>(*reactor.impl_, fd, token)) {}

Reactor::Descriptor::~Descriptor() = default;

int Reactor::Descriptor::fd() const { return impl_->descriptor.native_handle(); }

void Reactor::Descriptor::AwaitReadable() {
  impl_->Await(asio::posix::descriptor_base::wait_read, Readiness::kReadable);
}

void Reactor::Descriptor::AwaitWritable() {
  impl_->Await(asio::posix::descriptor_base::wait_write, Readiness::kWritable);
}

}  // namespace prichal::net
