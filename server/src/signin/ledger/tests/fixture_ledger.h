#pragma once

#include <future>
#include <memory>
#include <string>
#include <utility>

#include "signin/ledger/ledger.h"
#include "signin/ledger/sqlite/sqlite_ledger.h"

namespace prichal::signin {

inline constexpr auto kTelegram = IdentityKind::kTelegram;

/// Later than the clocks of all machines: the ledger's sweep, which uses the machine's clock,
/// removes nothing.
inline constexpr Millis kFixtureNow{3'790'000'000'000};
inline constexpr Millis kFixtureIdle{7LL * 24 * 3'600'000};
inline constexpr Millis kFixtureAbsolute{30LL * 24 * 3'600'000};
inline constexpr Millis kFixtureGrace{10'000};
inline constexpr MacKey kFixtureKey{7, 7, 7};

/// Returns the answer of a ledger call. `call` receives the `done` to pass on.
template <typename Answer, typename Call>
Result<Answer, LedgerError> AwaitAnswer(Call call) {
  std::promise<Result<Answer, LedgerError>> answered;
  call(Ledger::Done<Answer>(
      [&](Result<Answer, LedgerError> answer) { answered.set_value(std::move(answer)); }));
  return answered.get_future().get();
}

/// Opens a ledger whose callbacks run on its own thread. Null if it cannot be opened.
inline std::unique_ptr<SqliteLedger> OpenFixtureLedger(const std::string& folder) {
  auto ledger = SqliteLedger::Open({.folder = folder});
  if (!ledger) return nullptr;
  (*ledger)->Start([](std::uint32_t /*loop*/, Task task) { task(); });
  return *std::move(ledger);
}

/// A client with the values of its session.
struct FixtureClient {
  UserId user = UserId::New();
  SessionId session = SessionId::New();
  std::string token = RefreshToken::New(session, 0, kFixtureKey);
  std::string jkt = {};
};

inline LedgerSignIn FixtureSignIn(const FixtureClient& client, IdentityKind kind, std::string key) {
  return {.identity = {.kind = kind, .key = std::move(key), .verified = kFixtureNow, .details = {}},
          .amr = kind == IdentityKind::kTon ? kTonProof : kInitData,
          .jkt = client.jkt,
          .new_user = client.user,
          .new_session = client.session,
          .refresh = RefreshToken::HashOf(client.token),
          .lifetimes = {.idle = kFixtureIdle, .absolute = kFixtureAbsolute}};
}

/// Creates a renewal with this token. `successor` receives the next token.
inline Renewal FixtureRenewal(const std::string& token, std::string& successor,
                              std::string jkt = {}) {
  const auto opened = *RefreshToken::Open(token, kFixtureKey);
  successor = RefreshToken::New(opened.session, opened.generation + 1, kFixtureKey);
  return {.session = opened.session,
          .generation = opened.generation,
          .presented = RefreshToken::HashOf(token),
          .successor = RefreshToken::HashOf(successor),
          .sealed = SealSuccessor(successor, token),
          .jkt = std::move(jkt),
          .lifetimes = {.idle = kFixtureIdle, .absolute = kFixtureAbsolute},
          .grace = kFixtureGrace};
}

}  // namespace prichal::signin
