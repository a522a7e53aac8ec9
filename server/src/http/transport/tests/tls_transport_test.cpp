// TLS over a transport that can be short, full or closed, with OpenSSL's client.

#include "http/transport/tls_transport.h"

#include <gtest/gtest.h>
#include <openssl/bio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "http/tls/tests/fixture_certificate.h"

namespace prichal::http {
namespace {

using Opening = Transport::Opening;

/// The test's view of the transport below, which the TLS transport owns.
struct Wire {
  std::string input;                 ///< received bytes
  std::size_t a_receive = SIZE_MAX;  ///< maximum number of bytes of one Receive()
  bool peer_ended = false;
  std::string output;
  std::size_t room = SIZE_MAX;  ///< number of bytes that Send() still takes
  std::size_t a_send = SIZE_MAX;
  bool awaits_readable = false;
  bool awaits_writable = false;
  bool reads_again = false;
  bool sending_ended = false;
};

class FakeBelow final : public Transport {
 public:
  explicit FakeBelow(Wire& wire) : wire_(wire) {}

  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override {
    if (wire_.input.empty()) return wire_.peer_ended ? 0 : Again();
    const std::size_t count = std::min({wire_.input.size(), into.size(), wire_.a_receive});
    std::copy_n(wire_.input.begin(), count, into.begin());
    wire_.input.erase(0, count);
    return static_cast<std::ptrdiff_t>(count);
  }
  [[nodiscard]] std::ptrdiff_t Send(std::span<const std::string_view> parts) override {
    const std::size_t count = std::min({parts[0].size(), wire_.room, wire_.a_send});
    if (count == 0) return Again();
    if (wire_.room != SIZE_MAX) wire_.room -= count;
    wire_.output += parts[0].substr(0, count);
    return static_cast<std::ptrdiff_t>(count);
  }
  void AwaitReadable() override { wire_.awaits_readable = true; }
  void ReadAgain() override { wire_.reads_again = true; }
  void AwaitWritable() override { wire_.awaits_writable = true; }
  void EndSending() override { wire_.sending_ended = true; }
  void FailWithoutAcknowledgement(Millis /*after*/) override {}

 private:
  static std::ptrdiff_t Again() {
    errno = EAGAIN;
    return -1;
  }

  Wire& wire_;
};

/// OpenSSL's client with a string for each direction.
class Client {
 public:
  Client() : context_(SSL_CTX_new(TLS_client_method())), session_(SSL_new(context_.get())) {
    SSL_set_connect_state(session_.get());
    SSL_set_bio(session_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
  }

  /// Passes received bytes to the client and returns its output.
  std::string Talk(std::string& came) {
    BIO* in = SSL_get_rbio(session_.get());
    if (!came.empty()) BIO_write(in, came.data(), static_cast<int>(came.size()));
    came.clear();
    std::array<char, 32 * 1024> bytes{};
    for (int got = 1; got > 0;) {
      got = SSL_read(session_.get(), bytes.data(), static_cast<int>(bytes.size()));
      if (got > 0) received.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return Said();
  }
  std::string Say(const std::string& text) {
    EXPECT_GT(SSL_write(session_.get(), text.data(), static_cast<int>(text.size())), 0);
    return Said();
  }
  [[nodiscard]] bool ready() const { return SSL_is_init_finished(session_.get()) == 1; }
  [[nodiscard]] bool told_of_the_end() const {
    return (SSL_get_shutdown(session_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }

  std::string received;

 private:
  std::string Said() {
    char* text = nullptr;
    BIO* out = SSL_get_wbio(session_.get());
    const long size = BIO_get_mem_data(out, &text);
    std::string said(text, static_cast<std::size_t>(size));
    (void)BIO_reset(out);
    return said;
  }

  tls::ContextHandle context_;
  tls::SessionHandle session_;
};

class TlsTransportTest : public ::testing::Test {
 protected:
  TlsTransportTest() {
    const tls::FixturePair pair = tls::MakeCertificate();
    auto context =
        tls::ServerContext::Make(*tls::Certificate::FromPem(pair.certificate, pair.key).value(),
                                 tls::TicketKeys::Make(), std::chrono::hours(1), true);
    transport_ = std::make_unique<TlsTransport>(std::make_unique<FakeBelow>(wire_),
                                                *std::move(context), counters_);
  }

  /// Exchanges bytes until the handshake is over.
  Opening Shake() {
    Opening opening = Opening::kUnderWay;
    for (int turns = 0; turns < 10'000 && opening == Opening::kUnderWay; ++turns) {
      if (wire_.input.empty()) wire_.input = client_.Talk(wire_.output);
      opening = transport_->Open();
      if (opening == Opening::kUnderWay) {
        EXPECT_TRUE(wire_.awaits_readable || wire_.awaits_writable);
        if (std::exchange(wire_.awaits_writable, false) && wire_.room == 0) wire_.room = 100;
      }
    }
    (void)client_.Talk(wire_.output);
    return opening;
  }
  std::string Receive(std::size_t most = 1'000) {
    std::string into(most, '\0');
    const std::ptrdiff_t got = transport_->Receive(into);
    into.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, got)));
    last_ = got;
    return into;
  }
  std::ptrdiff_t Send(std::string_view part) { return transport_->Send({&part, 1}); }
  [[nodiscard]] std::uint64_t Failures(TlsFailure why) const {
    return counters_.tls_handshake_failures.at(static_cast<std::size_t>(why)).Get();
  }

  Wire wire_;
  TlsCounters counters_;
  Client client_;
  std::unique_ptr<TlsTransport> transport_;
  std::ptrdiff_t last_ = 0;
};

TEST_F(TlsTransportTest, TransfersByteByByte) {
  wire_.a_receive = 1;
  wire_.a_send = 1;
  EXPECT_TRUE(transport_->has_opening());
  ASSERT_EQ(Shake(), Opening::kDone);
  EXPECT_TRUE(client_.ready());
  EXPECT_EQ(counters_.tls_handshakes.at(static_cast<std::size_t>(TlsHandshake::kTls13)).Get(), 1U);
  wire_.input = client_.Say("hello");
  std::string got;
  for (int i = 0; i < 1'000 && got != "hello"; ++i) got += Receive();
  EXPECT_EQ(got, "hello");
  for (std::string left = "welcome"; !left.empty();) {
    const std::ptrdiff_t taken = Send(left);
    ASSERT_GT(taken, 0);
    left.erase(0, static_cast<std::size_t>(taken));
  }
  client_.Talk(wire_.output);
  EXPECT_EQ(client_.received, "welcome");
}

TEST_F(TlsTransportTest, CompletesHandshakeOnFullTransport) {
  wire_.room = 0;
  ASSERT_EQ(Shake(), Opening::kDone);
  EXPECT_TRUE(client_.ready());
}

TEST_F(TlsTransportTest, ResumesPartialRecordWithMoreData) {
  ASSERT_EQ(Shake(), Opening::kDone);
  wire_.room = 7;
  EXPECT_EQ(Send("one"), -1);
  EXPECT_EQ(errno, EAGAIN);
  wire_.room = SIZE_MAX;
  // A longer buffer at another address, as when the queue has grown meanwhile.
  const std::string longer = "one, two";
  const std::ptrdiff_t taken = Send(longer);
  ASSERT_GT(taken, 0);
  if (static_cast<std::size_t>(taken) < longer.size()) {
    ASSERT_GT(Send(std::string_view(longer).substr(static_cast<std::size_t>(taken))), 0);
  }
  client_.Talk(wire_.output);
  EXPECT_EQ(client_.received, longer);
}

TEST_F(TlsTransportTest, ReportsBufferedBytesAgain) {
  ASSERT_EQ(Shake(), Opening::kDone);
  wire_.input = client_.Say(std::string(30, 'a'));
  wire_.input += client_.Say(std::string(30, 'b'));
  EXPECT_EQ(Receive(40), std::string(30, 'a') + std::string(10, 'b'));
  wire_.awaits_readable = false;
  transport_->AwaitReadable();
  EXPECT_TRUE(wire_.reads_again) << "the kernel has nothing to report";
  EXPECT_EQ(Receive(40), std::string(20, 'b'));
  wire_.reads_again = false;
  transport_->AwaitReadable();
  EXPECT_FALSE(wire_.reads_again) << "else it would spin";
  EXPECT_TRUE(wire_.awaits_readable);
  EXPECT_EQ(Receive(), "");
  EXPECT_EQ(last_, -1);
}

TEST_F(TlsTransportTest, ReportsEndOfPeer) {
  ASSERT_EQ(Shake(), Opening::kDone);
  wire_.input = client_.Say("bye");
  wire_.peer_ended = true;
  EXPECT_EQ(Receive(), "bye");
  EXPECT_EQ(Receive(), "");
  EXPECT_EQ(last_, 0);
}

TEST_F(TlsTransportTest, SendsCloseNotifyWhenSendingEnds) {
  ASSERT_EQ(Shake(), Opening::kDone);
  transport_->EndSending();
  EXPECT_TRUE(wire_.sending_ended);
  EXPECT_EQ(Send("more"), -1);
  client_.Talk(wire_.output);
  EXPECT_TRUE(client_.told_of_the_end());
}

TEST_F(TlsTransportTest, SendsCloseNotifyOnDestruction) {
  ASSERT_EQ(Shake(), Opening::kDone);
  transport_.reset();
  client_.Talk(wire_.output);
  EXPECT_TRUE(client_.told_of_the_end());
}

TEST_F(TlsTransportTest, FailsOnCorruptRecord) {
  ASSERT_EQ(Shake(), Opening::kDone);
  wire_.input = client_.Say("hello");
  wire_.input.back() = static_cast<char>(wire_.input.back() + 1);
  EXPECT_EQ(Receive(), "");
  EXPECT_EQ(last_, -1);
  EXPECT_EQ(errno, ECONNRESET);
  EXPECT_EQ(Send("hello"), -1);
}

TEST_F(TlsTransportTest, AnswersPlainHttpWithHint) {
  wire_.input = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  EXPECT_EQ(transport_->Open(), Opening::kRefused);
  EXPECT_TRUE(wire_.output.starts_with("HTTP/1.1 400 ")) << wire_.output;
  EXPECT_TRUE(
      wire_.output.ends_with("\r\n\r\nthis address requires TLS: use https:// instead of http://"));
  EXPECT_EQ(Failures(TlsFailure::kPlainHttp), 1U);
  wire_.input = "more of it";
  EXPECT_EQ(Receive(), "more of it") << "so that it can be dropped, and the answer be read";
}

TEST_F(TlsTransportTest, RejectsNonTlsClient) {
  wire_.input = std::string(100, '\x80');
  EXPECT_EQ(transport_->Open(), Opening::kFailed);
  EXPECT_EQ(Failures(TlsFailure::kMalformed), 1U);
  EXPECT_EQ(Receive(), "");
  EXPECT_EQ(last_, -1);
}

TEST_F(TlsTransportTest, CountsPeerGoneDuringHandshake) {
  wire_.input = client_.Talk(wire_.output).substr(0, 50);
  EXPECT_EQ(transport_->Open(), Opening::kUnderWay);
  wire_.peer_ended = true;
  EXPECT_EQ(transport_->Open(), Opening::kFailed);
  EXPECT_EQ(Failures(TlsFailure::kGone), 1U);
}

}  // namespace
}  // namespace prichal::http
