#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "http2/session.h"
#include "net/connection.h"
#include "net/http2_exchange.h"

namespace prichal::net {

/// A connection over HTTP/2: many exchanges at a time (Http2Exchange), each with its own deadlines
/// and output; those of the connection itself are for who says nothing and for who reads nothing at
/// all. Each exchange but one takes a place among connections, as it would with HTTP/1.1.
class Http2Connection final : public Connection, private http2::SessionOwner {
 public:
  explicit Http2Connection(Parts parts);
  Http2Connection(const Http2Connection&) = delete;
  Http2Connection& operator=(const Http2Connection&) = delete;
  ~Http2Connection() override = default;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override;
  void Drain() override;
  [[nodiscard]] bool idle() const override;
  void Shed() override;

  // For its exchanges.
  [[nodiscard]] http2::Session& session() { return session_; }
  /// Proceed() is to be called, when what came has all been read.
  void Touch(Http2Exchange& exchange) { touched_.push_back(&exchange); }
  void ToldOutputTaken(Http2Exchange& exchange) { taken_.push_back(&exchange); }
  void ToldClosed(Http2Exchange& exchange) { closed_.push_back(&exchange); }
  /// It leaves the table, and is destroyed when the turn ends.
  void Remove(Http2Exchange& exchange);
  void MarkOutput(bool stream) { MarkDirty(stream); }
  /// Writes at once. False: the connection is gone.
  [[nodiscard]] bool WriteNow();
  [[nodiscard]] bool blocked() const { return writer().blocked(); }
  void OnEventStream();
  void CountFault(http2::Fault fault);

 private:
  enum class Phase : std::uint8_t { kOpen, kLingering, kClosed };

  void OnExpired() override;
  void Close() override;
  http2::StreamOwner* OnRequest(std::int32_t stream) override;
  void OnFault(http2::Fault fault) override { CountFault(fault); }

  /// What has come is in the loop's scratch.
  void Take(std::size_t size);
  /// Calls Proceed() of those that something has come for.
  void ProceedTouched();
  void EndClosed();
  /// Nothing can follow any more: goes, when the last word is out.
  void AfterOutputIsGone();
  void SetIdleDeadline();

  http2::Session session_;
  Phase phase_ = Phase::kOpen;
  bool first_request_ = true;
  bool failed_ = false;  ///< the session has ended for a fault; its last word is on its way
  bool has_streams_ = false;
  std::vector<Http2Exchange*> exchanges_;
  // What was told within the session.
  std::vector<Http2Exchange*> touched_;
  std::vector<Http2Exchange*> taken_;
  std::vector<Http2Exchange*> closed_;
};

}  // namespace prichal::net
