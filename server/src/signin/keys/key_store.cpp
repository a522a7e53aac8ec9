#include "signin/keys/key_store.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "signin/ledger/valkey/commands.h"

namespace prichal::signin {
namespace {

using valkey::Reply;

constexpr const char* kKey = "prichal:auth:keys";

/// Replaces the value. ARGV: expected version, bytes. Replies 1, or 0 if the version differs.
constexpr std::string_view kSave = R"lua(
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', string.format('%.0f', version + 1), 'bytes', ARGV[2])
return 1
)lua";

LedgerError ErrorOf(const valkey::Error& error) {
  return {fmt::format("Valkey (signing keys): {}", error.message)};
}

}  // namespace

ValkeyKeyStore::ValkeyKeyStore(ClientOf client_of, valkey::Durability durability)
    : client_of_(std::move(client_of)), durability_(durability), save_(std::string(kSave)) {}

void ValkeyKeyStore::Load(std::uint32_t loop, Done<std::optional<Stored>> done) {
  client_of_(loop).Run(
      kKey, {"HMGET", kKey, "version", "bytes"},
      [done = std::move(done)](valkey::Client::Answer answer) mutable {
        if (!answer) return done(Fail(ErrorOf(answer.error())));
        if (answer->items.size() != 2) return done(Fail(UnexpectedReply()));
        const Reply& version = answer->items[0];
        if (version.kind == Reply::Kind::kNil) return done(std::optional<Stored>());
        const auto number = ParseNumber<std::uint64_t>(version.text);
        if (!number || *number == 0) return done(Fail(UnexpectedReply()));
        done(std::optional(Stored{.bytes = std::move(answer->items[1].text), .version = *number}));
      });
}

void ValkeyKeyStore::Save(std::uint32_t loop, std::string bytes, std::uint64_t expected,
                          Done<bool> done) {
  client_of_(loop).RunScript(
      save_, {kKey}, {std::to_string(expected), std::move(bytes)}, durability_,
      [done = std::move(done)](const valkey::Client::Answer& answer) mutable {
        if (!answer) return done(Fail(ErrorOf(answer.error())));
        done(answer->integer == 1);
      });
}

}  // namespace prichal::signin
