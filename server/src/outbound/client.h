// Requests to servers as an outsider sends them, for the doctor, the canary and the health check.
// These are processes of their own, so they run transfers on the calling thread.

#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "outbound/multi.h"
#include "outbound/transfer.h"

namespace prichal::probe {

using Answer = curl::Response;
using Request = curl::Request;
using Trouble = curl::Trouble;

/// What all requests of one client have in common.
struct Options {
  std::string ca_file = {};       ///< PEM file of trusted authorities; empty: the system's
  Millis connect_timeout{5'000};  ///< name lookup included
};

/// Runs several transfers at once on the calling thread. HTTP and HTTPS are allowed, a redirect is
/// a response, and certificates are reported. Outlives its transfers. Used on one thread, except
/// Stop() and stopped().
class Client {
 public:
  explicit Client(Options options) : options_(std::move(options)) {}

  /// Returns the request with the options of this client.
  [[nodiscard]] Request Complete(Request request) const;
  /// Starts a transfer that was made from a Complete() request.
  void Begin(curl::Transfer& transfer);

  /// Advances all transfers until `done`, which is checked after each step, `until` or Stop().
  /// Returns whether `done` holds.
  bool RunUntil(const std::function<bool()>& done, std::chrono::steady_clock::time_point until);

  /// Sends a request and returns its response. Other transfers advance meanwhile.
  [[nodiscard]] Answer Fetch(Request request);

  /// Ends all waiting, now and later. Any thread.
  void Stop();
  /// Returns whether Stop() was called. Any thread.
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  const Options options_;
  curl::Multi multi_;
  std::atomic<bool> stopped_{false};
};

}  // namespace prichal::probe
