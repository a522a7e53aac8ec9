// Tests the findings from given values, for conditions that a test cannot produce on every machine:
// a slow disk, a certificate that expires next year.

#include "ops/doctor/judgements.h"

#include <gtest/gtest.h>
#include <openssl/x509_vfy.h>

namespace prichal::ops {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Judgements : public ::testing::Test {
 protected:
  void Expect(std::string_view code, State state, std::string_view words = {}) const {
    const Finding& finding = findings_.Find(code);
    EXPECT_EQ(finding.state, state) << code << ": " << finding.value << ": " << finding.reason;
    const auto all = finding.value + " " + finding.reason;
    EXPECT_NE(all.find(words), std::string::npos) << all;
    if (state == State::kWarning || state == State::kWrong) {
      EXPECT_NE(finding.reason, "");
      EXPECT_NE(finding.fix, "");
    }
  }
  static outbound::Response With(std::vector<std::pair<std::string, std::string>> headers) {
    outbound::Response answer;
    answer.status = 200;
    answer.headers = std::move(headers);
    return answer;
  }

  Findings findings_;
};

TEST_F(Judgements, ChecksThatTelegramMayFramePage) {
  const auto judge = [&](std::vector<std::pair<std::string, std::string>> headers) {
    JudgeFraming(With(std::move(headers)), findings_);
  };
  const std::pair<std::string, std::string> ours{
      "content-security-policy",
      "default-src 'self'; frame-ancestors https://web.telegram.org https://*.telegram.org"};
  judge({ours});
  Expect("framing", State::kGood, "https://web.telegram.org");
  judge({ours, {"x-frame-options", "SAMEORIGIN"}});
  Expect("framing", State::kWarning, "X-Frame-Options: SAMEORIGIN");
  judge({{"x-frame-options", "DENY"}});
  Expect("framing", State::kWrong, "X-Frame-Options: DENY");
  judge({ours, {"content-security-policy", "FRAME-ANCESTORS 'self'"}});
  Expect("framing", State::kWrong, "frame-ancestors 'self'");
  judge({{"content-security-policy", "default-src 'self', frame-ancestors 'none'"}});
  Expect("framing", State::kWrong, "'none'");
  judge({});
  Expect("framing", State::kWarning, "no frame-ancestors");
}

TEST_F(Judgements, ChecksCorsForOtherOrigins) {
  const std::pair<std::string, std::string> any{"access-control-allow-origin", "*"};
  JudgeCors("bridge_cors", With({any}), findings_);
  Expect("bridge_cors", State::kGood);
  JudgeCors("bridge_cors", With({any, any}), findings_);
  Expect("bridge_cors", State::kWrong, "twice");
  JudgeCors("bridge_cors", With({}), findings_);
  Expect("bridge_cors", State::kWrong, "no access-control-allow-origin");
  JudgeCors("bridge_cors", With({{"access-control-allow-origin", "https://app.example.org"}}),
            findings_);
  Expect("bridge_cors", State::kWrong, "https://app.example.org");
  auto refused = With({});
  refused.status = 403;
  JudgeCors("bridge_cors", refused, findings_);
  Expect("bridge_cors", State::kWarning, "403");
}

TEST_F(Judgements, FindsDuplicateHeaders) {
  EXPECT_EQ(DoubledHeaders(With({{"vary", "a"}, {"vary", "b"}, {"date", ""}})),
            std::vector<std::string>());
  EXPECT_EQ(DoubledHeaders(With({{"date", "a"},
                                 {"date", "b"},
                                 {"transfer-encoding", "chunked"},
                                 {"transfer-encoding", "chunked"}})),
            (std::vector<std::string>{"date", "transfer-encoding"}));
}

TEST_F(Judgements, ChecksCertificateExpiry) {
  JudgeCertificateEnd("app.example.org", std::chrono::hours(24 * 14), findings_);
  Expect("tls_certificate", State::kGood, "14 d");
  JudgeCertificateEnd("app.example.org", std::chrono::hours(24 * 14) - seconds(1), findings_);
  Expect("tls_certificate", State::kWarning, "within 14 days");
  for (const auto& [code, words] : {
           std::pair(long{X509_V_ERR_CERT_HAS_EXPIRED}, "expired"),
           std::pair(long{X509_V_ERR_CERT_NOT_YET_VALID}, "not valid yet"),
           std::pair(long{X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY}, "chain"),
           std::pair(long{X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT}, "elf-signed"),
           std::pair(long{X509_V_ERR_CERT_REVOKED}, "revoked"),
           std::pair(long{X509_V_OK}, "another host name"),
           std::pair(long{X509_V_ERR_UNSPECIFIED}, "another host name"),
       }) {
    JudgeCertificateRefused(code, "SSL", findings_);
    Expect("tls_certificate", State::kWrong, words);
  }
}

TEST_F(Judgements, ChecksClientAddress) {
  const auto judge = [&](std::string_view seen, std::string_view own) {
    findings_ = Findings();
    JudgeClientAddress(seen, own, findings_);
  };
  judge("127.0.0.1", "127.0.0.1");
  Expect("client_address", State::kGood, "127.0.0.1");
  Expect("client_address_forged", State::kGood);
  judge("93.184.216.34", "10.1.2.3");  // behind NAT
  Expect("client_address", State::kGood);
  judge("127.0.0.2", "127.0.0.1");
  Expect("client_address", State::kWrong, "its own machine");
  for (const char* inner : {"10.0.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd00::1"}) {
    judge(inner, "93.184.216.34");
    Expect("client_address", State::kWarning, inner);
  }
  for (const auto& [seen, header] :
       {std::pair(kForgedForwardedFor, "X-Forwarded-For"), std::pair(kForgedRealIp, "X-Real-IP"),
        std::pair(kForgedForwarded, "Forwarded")}) {
    judge(seen, "127.0.0.1");
    Expect("client_address_forged", State::kWrong, header);
    Expect("client_address", State::kNotLookedAt);
  }
  judge("", "127.0.0.1");  // like the official bridge
  Expect("client_address", State::kNotLookedAt);
}

TEST_F(Judgements, ChecksWalletDns) {
  using Outcome = LookedUp::Status;
  JudgeWalletNames({{"a", Outcome::kFound}, {"b", Outcome::kFound}}, findings_);
  Expect("wallets_dns", State::kGood, "2 names");
  JudgeWalletNames({{"a", Outcome::kFound}, {"b", Outcome::kNone}, {"c", Outcome::kNoAnswer}},
                   findings_);
  Expect("wallets_dns", State::kWrong, "b");
  JudgeWalletNames({{"a", Outcome::kFound}, {"c", Outcome::kNoAnswer}}, findings_);
  Expect("wallets_dns", State::kWarning, "c");
  JudgeWalletNames({{"a", Outcome::kNoAnswer}, {"c", Outcome::kNoAnswer}}, findings_);
  Expect("wallets_dns", State::kNotLookedAt, "no DNS server");
}

TEST_F(Judgements, ChecksClock) {
  for (const auto& [ahead, state] :
       {std::pair(0, State::kGood), std::pair(-3, State::kGood), std::pair(4, State::kWarning),
        std::pair(-30, State::kWarning), std::pair(31, State::kWrong),
        std::pair(-86'400, State::kWrong)}) {
    JudgeClock("clock", "telegram.org", seconds(ahead), findings_);
    Expect("clock", state, "telegram.org");
  }
  Expect("clock", State::kWrong, "1 d ahead of");
  JudgeSynchronisation(true, findings_);
  Expect("clock_synchronised", State::kGood);
  JudgeSynchronisation(false, findings_);
  Expect("clock_synchronised", State::kWarning);
}

TEST_F(Judgements, ChecksDiskAndMemory) {
  constexpr std::uint64_t kMiB = 1024 * 1024;
  JudgeDiskSpace(5'000 * kMiB, 100'000 * kMiB, "data", findings_);
  Expect("disk_space", State::kGood, "5000 MiB of 97 GiB");
  JudgeDiskSpace(900 * kMiB, 100'000 * kMiB, "data", findings_);
  Expect("disk_space", State::kWarning);
  JudgeDiskSpace(900 * kMiB, 1'000 * kMiB, "data", findings_);  // a small disk
  Expect("disk_space", State::kGood);
  JudgeDiskSpace(63 * kMiB, 100 * kMiB, "data", findings_);
  Expect("disk_space", State::kWrong, "503");

  const auto fsync = [&](std::size_t slow, milliseconds of_all) {
    std::vector<std::chrono::microseconds> times(100, of_all);
    for (std::size_t i = 0; i < slow; ++i) times[i] = milliseconds(150);
    JudgeFsync(times, findings_);
  };
  fsync(0, milliseconds(2));
  Expect("disk_fsync", State::kGood, "p50 2.00 ms, p99 2.00 ms, of 100");
  fsync(2, milliseconds(2));
  Expect("disk_fsync", State::kWarning, "p99 150.00 ms");
  fsync(0, milliseconds(100));
  Expect("disk_fsync", State::kWrong);
  JudgeFsync({}, findings_);
  Expect("disk_fsync", State::kNotLookedAt);

  JudgeMemory(256 * kMiB, 256 * kMiB, findings_);
  Expect("memory", State::kGood);
  JudgeMemory(257 * kMiB, 256 * kMiB, findings_);
  Expect("memory", State::kWarning, "limits of 257 MiB, memory of 256 MiB");

  JudgeOpenFiles(1'128, 1'000, "this shell", findings_);
  Expect("open_files", State::kGood);
  JudgeOpenFiles(1'127, 1'000, "this shell", findings_);
  Expect("open_files", State::kWrong, "1127 of this shell, for 1000 connections");
}

}  // namespace
}  // namespace prichal::ops
