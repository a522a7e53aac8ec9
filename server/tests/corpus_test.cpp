// Replays the corpus of every fuzz target in every build, so that fixed findings do not return.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

extern "C" {
int replay_client_address(const std::uint8_t* data, std::size_t size);
int replay_command_text(const std::uint8_t* data, std::size_t size);
int replay_config_file(const std::uint8_t* data, std::size_t size);
int replay_control_groups(const std::uint8_t* data, std::size_t size);
int replay_data_file(const std::uint8_t* data, std::size_t size);
int replay_dpop(const std::uint8_t* data, std::size_t size);
int replay_envelope(const std::uint8_t* data, std::size_t size);
int replay_http2_session(const std::uint8_t* data, std::size_t size);
int replay_event_stream(const std::uint8_t* data, std::size_t size);
int replay_http_differential(const std::uint8_t* data, std::size_t size);
int replay_icon(const std::uint8_t* data, std::size_t size);
int replay_identifiers(const std::uint8_t* data, std::size_t size);
int replay_init_data(const std::uint8_t* data, std::size_t size);
int replay_jwk_set(const std::uint8_t* data, std::size_t size);
int replay_jwt(const std::uint8_t* data, std::size_t size);
int replay_negotiate(const std::uint8_t* data, std::size_t size);
int replay_oidc(const std::uint8_t* data, std::size_t size);
int replay_page_description(const std::uint8_t* data, std::size_t size);
int replay_picture(const std::uint8_t* data, std::size_t size);
int replay_proxy_header(const std::uint8_t* data, std::size_t size);
int replay_query(const std::uint8_t* data, std::size_t size);
int replay_request_head(const std::uint8_t* data, std::size_t size);
int replay_ton_account_key(const std::uint8_t* data, std::size_t size);
int replay_ton_address(const std::uint8_t* data, std::size_t size);
int replay_ton_boc(const std::uint8_t* data, std::size_t size);
int replay_ton_proof(const std::uint8_t* data, std::size_t size);
int replay_ton_state_init(const std::uint8_t* data, std::size_t size);
int replay_trace_context(const std::uint8_t* data, std::size_t size);
int replay_valkey_push(const std::uint8_t* data, std::size_t size);
int replay_valkey_reply(const std::uint8_t* data, std::size_t size);
int replay_valkey_uri(const std::uint8_t* data, std::size_t size);
int replay_verify(const std::uint8_t* data, std::size_t size);
int replay_wallets(const std::uint8_t* data, std::size_t size);
int replay_wallets_list(const std::uint8_t* data, std::size_t size);
int replay_wallets_snapshot(const std::uint8_t* data, std::size_t size);
}

namespace prichal {
namespace {

struct Target {
  std::string_view name;
  int (*replay)(const std::uint8_t*, std::size_t);
};

constexpr std::array kTargets = {
    Target{"client_address", replay_client_address},
    Target{"command_text", replay_command_text},
    Target{"config_file", replay_config_file},
    Target{"control_groups", replay_control_groups},
    Target{"data_file", replay_data_file},
    Target{"dpop", replay_dpop},
    Target{"envelope", replay_envelope},
    Target{"http2_session", replay_http2_session},
    Target{"event_stream", replay_event_stream},
    Target{"http_differential", replay_http_differential},
    Target{"icon", replay_icon},
    Target{"identifiers", replay_identifiers},
    Target{"init_data", replay_init_data},
    Target{"jwk_set", replay_jwk_set},
    Target{"jwt", replay_jwt},
    Target{"negotiate", replay_negotiate},
    Target{"oidc", replay_oidc},
    Target{"page_description", replay_page_description},
    Target{"picture", replay_picture},
    Target{"proxy_header", replay_proxy_header},
    Target{"query", replay_query},
    Target{"request_head", replay_request_head},
    Target{"ton_account_key", replay_ton_account_key},
    Target{"ton_address", replay_ton_address},
    Target{"ton_boc", replay_ton_boc},
    Target{"ton_proof", replay_ton_proof},
    Target{"ton_state_init", replay_ton_state_init},
    Target{"trace_context", replay_trace_context},
    Target{"valkey_push", replay_valkey_push},
    Target{"valkey_reply", replay_valkey_reply},
    Target{"valkey_uri", replay_valkey_uri},
    Target{"verify", replay_verify},
    Target{"wallets", replay_wallets},
    Target{"wallets_list", replay_wallets_list},
    Target{"wallets_snapshot", replay_wallets_snapshot},
};

const std::filesystem::path kCorpus =
    std::filesystem::path(PRICHAL_REPOSITORY) / "server" / "tools" / "fuzz" / "corpus";

class Corpus : public ::testing::TestWithParam<Target> {};

TEST_P(Corpus, ReplaysWithoutFailure) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus / GetParam().name)) {
    SCOPED_TRACE(entry.path().filename());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(GetParam().replay(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()),
              0);
    ++files;
  }
  EXPECT_GT(files, 0);
}

INSTANTIATE_TEST_SUITE_P(EachTarget, Corpus, ::testing::ValuesIn(kTargets),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Corpora, HasTargetForEachCorpus) {
  std::set<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus)) {
    folders.insert(entry.path().filename());
  }
  std::set<std::string> names;
  for (const Target& target : kTargets) names.emplace(target.name);
  EXPECT_EQ(folders, names);
}

}  // namespace
}  // namespace prichal
