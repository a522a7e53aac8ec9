#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "signin/keys/key_store.h"

namespace prichal::signin {

/// For tests: a shared store that answers only when the test calls RunOne() or Run().
struct FixtureKeyStore final : KeyStore {
  void Load(std::uint32_t, Done<std::optional<Stored>> done) override {
    answers.emplace_back([this, done = std::move(done)]() mutable {
      if (down) return done(Fail(LedgerError{"it is away"}));
      done(stored);
    });
  }
  void Save(std::uint32_t, std::string bytes, std::uint64_t expected, Done<bool> done) override {
    answers.emplace_back(
        [this, bytes = std::move(bytes), expected, done = std::move(done)]() mutable {
          if (down) return done(Fail(LedgerError{"it is away"}));
          const bool is_first = (stored ? stored->version : 0) == expected;
          if (is_first) stored = Stored{.bytes = std::move(bytes), .version = ++versions};
          if (silent_after_save) return done(Fail(LedgerError{"no answer"}));
          done(is_first);
        });
  }
  /// Answers all pending calls, and those that follow from them.
  void Run() {
    while (RunOne()) {
    }
  }
  bool RunOne() {
    if (answers.empty()) return false;
    auto next = std::move(answers.front());
    answers.pop_front();
    next();
    return true;
  }

  std::optional<Stored> stored;
  std::uint64_t versions = 0;
  bool down = false;
  bool silent_after_save = false;
  std::deque<Task> answers;
};

}  // namespace prichal::signin
