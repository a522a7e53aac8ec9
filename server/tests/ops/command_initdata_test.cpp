// `prichal initdata check`: explains why init data is rejected.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/json/parse.hpp>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "signin/telegram/tests/init_data_fixture.h"
#include "tests/fixtures/command_fixture.h"

namespace prichal::testing {
namespace {

using signin::telegram::test::Hashed;
using signin::telegram::test::kToken;
using signin::telegram::test::SomePairs;

/// From docs.telegram-mini-apps.com/platform/init-data: signed by Telegram for bot 7342037359.
constexpr std::string_view kPublished =
    "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C"
    "%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22"
    "ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22"
    "https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKo"
    "LDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787"
    "&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiH"
    "DE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ";

class InitDataCommand : public CommandTest {
 protected:
  InitDataCommand() {
    Hide("AAFakeTokenForTestsOnly");
    Hide("AAAnotherFakeToken");
    tree_.Write("tokens", "# of the shop\r\n\r\n" + std::string(kToken) + " \r\n");
  }

  /// Runs the check one minute after the fixtures' launch.
  [[nodiscard]] Arguments Check(const Arguments& more) const {
    Arguments arguments{"initdata", "check", "--now", "1790000060"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  Ran CheckText(std::string_view text, Arguments more = {}) {
    tree_.Write("input", text);
    if (more.empty()) more = {"--token-file", tree_.path("tokens")};
    more.insert(more.end(), {"--json", tree_.path("input")});
    return Run(Check(more));
  }
};

TEST_F(InitDataCommand, ReportsUserAndProof) {
  tree_.Write("launch", Hashed(SomePairs()));
  const auto ran = Run(Check({tree_.path("launch"), "--token-file", tree_.path("tokens")}));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(ran.out.starts_with("good: Telegram signed this init data for bot 7000000001\n"))
      << ran.out;
  for (const char* words : {"99281932 (A, @ivan_test)", "1 min ago (2026-09-21 14:13:20 UTC)",
                            "hash, by the bot's token", "holds  not_signed", "holds  expired"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
  const auto json = CheckText(Hashed(SomePairs()));
  EXPECT_EQ(Judged(json), "good");
  EXPECT_EQ(json.json().at("user").at("id").as_int64(), 99281932);
  EXPECT_EQ(json.json().at("bot_id").as_int64(), 7000000001);
  EXPECT_EQ(json.member("proof"), "hash");
}

TEST_F(InitDataCommand, VerifiesTelegramSignatureWithoutToken) {
  tree_.Write("launch", kPublished);
  const Arguments check{"initdata", "check", tree_.path("launch"), "--now", "1733584800", "--json"};
  const auto with = [&](const Arguments& more) {
    Arguments arguments = check;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Run(arguments);
  };
  const auto good = with({"--bot-id", "1", "--bot-id", "7342037359"});
  EXPECT_EQ(Judged(good), "good");
  EXPECT_EQ(good.json().at("bot_id").as_int64(), 7342037359);
  EXPECT_EQ(good.member("proof"), "signature");
  EXPECT_EQ(Judged(with({"--bot-id", "7342037359", "--test"})), "not_signed");
  EXPECT_EQ(Judged(with({"--bot-id", "1"})), "not_signed");
}

TEST_F(InitDataCommand, ReadsHeaderLineAndStandardInput) {
  tree_.Write("line",
              "\xef\xbb\xbf"
              "Authorization: tma " +
                  Hashed(SomePairs()) + "\r\n");
  const Arguments tokens{"--json", "--token-file", tree_.path("tokens")};
  EXPECT_EQ(Judged(Run(Check(tokens), tree_.path("line"))), "good");
  Arguments dash = tokens;
  dash.emplace_back("-");
  EXPECT_EQ(Judged(Run(Check(dash), tree_.path("line"))), "good");
}

TEST_F(InitDataCommand, NamesFailedRule) {
  const auto changed = [](const std::string& name, const std::string& value) {
    auto pairs = SomePairs();
    for (auto& [one, text] : pairs) {
      if (one == name) text = value;
    }
    return Hashed(pairs);
  };
  const std::string good = Hashed(SomePairs());
  const std::string hash = "&hash=" + std::string(64, '0');
  const Arguments by_id{"--bot-id", "7000000001"};
  EXPECT_EQ(Judged(CheckText("")), "empty");
  EXPECT_EQ(Judged(CheckText(std::string(8193, 'a'))), "size");
  EXPECT_EQ(Judged(CheckText("a=%zz")), "encoding");
  EXPECT_EQ(Judged(CheckText("https://t.me/bot/app#tgWebAppData=a")), "field");
  EXPECT_EQ(Judged(CheckText("a=1&a=2")), "duplicate");
  EXPECT_EQ(Judged(CheckText("a=1")), "hash_absent");
  EXPECT_EQ(Judged(CheckText("a=1&hash=0")), "hash_malformed");
  EXPECT_EQ(Judged(CheckText("a=1" + hash)), "date_absent");
  EXPECT_EQ(Judged(CheckText("auth_date=x" + hash)), "date_malformed");
  EXPECT_EQ(Judged(CheckText("auth_date=1" + hash)), "not_signed");
  EXPECT_EQ(Judged(CheckText(good, by_id)), "signature_absent");
  EXPECT_EQ(Judged(CheckText(good + "&signature=AA", by_id)), "signature_malformed");
  EXPECT_EQ(Judged(CheckText(good + "&x=1")), "not_signed");
  EXPECT_EQ(Judged(CheckText(changed("user", "[]"))), "content");
  EXPECT_EQ(Judged(CheckText(changed("auth_date", "1789000000"))), "expired");
  EXPECT_EQ(Judged(CheckText(changed("auth_date", "1791000000"))), "future");

  const auto words = Run(Check({"--token-file", tree_.path("tokens")}));
  EXPECT_EQ(words.code, 1);
  EXPECT_TRUE(words.out.starts_with("refused: empty\nthe init data is empty, ")) << words.out;
  EXPECT_NE(words.out.find("FAILS  empty"), std::string::npos) << words.out;
}

TEST_F(InitDataCommand, EnforcesConfiguredMaxAge) {
  const std::string launch = Hashed(SomePairs());
  const auto judged = [&](const std::string& age, const std::string& now) {
    tree_.Write("input", launch);
    return Judged(Run({"initdata", "check", tree_.path("input"), "--token-file",
                       tree_.path("tokens"), "--max-age", age, "--now", now, "--json"}));
  };
  EXPECT_EQ(judged("1h", "1790003600"), "good");
  EXPECT_EQ(judged("1h", "1790003601"), "expired");
  EXPECT_EQ(judged("59", "1790000060"), "expired");
  EXPECT_EQ(judged("any", "999999999999"), "good");
  EXPECT_EQ(judged("1h", "1789999700"), "good");
  EXPECT_EQ(judged("any", "1789999699"), "future");
  // With the machine's clock, which is later than the fixtures' launch.
  EXPECT_EQ(Judged(Run({"initdata", "check", tree_.path("input"), "--token-file",
                        tree_.path("tokens"), "--max-age", "1", "--json"})),
            "expired");
}

TEST_F(InitDataCommand, MatchesEveryVector) {
  std::ifstream file(PRICHAL_REPOSITORY "/server/src/signin/telegram/init-data.vectors.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto vectors = boost::json::parse(text);
  std::size_t good = 0;
  for (const auto& vector : vectors.at("vectors").as_array()) {
    const std::string id(vector.at("id").as_string());
    SCOPED_TRACE(id);
    tree_.Write("token", vector.at("bot_token").as_string());
    tree_.Write("input", vector.at("init_data").as_string());
    const auto life = vector.at("expires_in").as_int64();
    const auto ran =
        Run({"initdata", "check", tree_.path("input"), "--token-file", tree_.path("token"),
             "--json", "--now", std::to_string(vector.at("now").as_int64()), "--max-age",
             life > 0 ? std::to_string(life) : "any"});
    EXPECT_EQ(Judged(ran) == "good", vector.at("expected").as_string() == "accept") << ran.out;
    if (ran.code == 0) ++good;
  }
  EXPECT_GE(good, 5U);
}

TEST_F(InitDataCommand, EscapesControlCharactersForTerminal) {
  auto pairs = SomePairs();
  pairs.back().second = R"({"id":1,"first_name":"\u001b[2J\u202e\u009b","username":"a"})";
  tree_.Write("input", Hashed(pairs));
  const auto ran = Run(Check({tree_.path("input"), "--token-file", tree_.path("tokens")}));
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("1 (\\u001b[2J\\u202e\\u009b, @a)"), std::string::npos) << ran.out;
  EXPECT_EQ(Judged(CheckText(Hashed(pairs))), "good");
}

TEST_F(InitDataCommand, RejectsTokenOnCommandLine) {
  const std::string token(kToken);
  for (const auto& arguments : std::vector<Arguments>{{"--token", token},
                                                      {"--token=" + token},
                                                      {"--token", "anything"},
                                                      {"--bot-token=anything"},
                                                      {"--bot-id", token},
                                                      {"--token-file", token},
                                                      {token},
                                                      {"--nothing=" + token},
                                                      {"-", token}}) {
    ExpectMistake(Run(Check(arguments)),
                  "a bot token on the command line can be read by every user");
  }
}

TEST_F(InitDataCommand, ReadsBotsFromServerVariables) {
  tree_.Write("input", Hashed(SomePairs()));
  const auto with = [&](const std::map<std::string, std::string>& environment,
                        const Arguments& more = {}) {
    Arguments arguments{"--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Run(Check(arguments), tree_.path("input"), environment);
  };
  const std::string file = tree_.path("tokens");
  EXPECT_EQ(Judged(with({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", file}})), "good");
  EXPECT_EQ(Judged(with({{"PRICHAL_AUTH_TELEGRAM_BOTS", "1, 7000000001"}})), "signature_absent");
  // A flag overrides the environment.
  EXPECT_EQ(Judged(with({{"PRICHAL_AUTH_TELEGRAM_TOKENS_FILE", file}}, {"--bot-id", "1"})),
            "signature_absent");
  ExpectMistake(with({{"PRICHAL_AUTH_TELEGRAM_BOTS", "1," + std::string(kToken)}}),
                "a whole token is not a bot ID");
}

TEST_F(InitDataCommand, ReportsMistakes) {
  tree_.Write("bad", "# one\n7000000001:short\n").Write("none", "# one\n\n");
  const auto mistake = [&](const Arguments& arguments, std::string_view words) {
    ExpectMistake(Run(Check(arguments)), words);
  };
  mistake({}, "missing --token-file or --bot-id");
  mistake({"--bot-id", "x"}, "\"x\" is not a bot ID");
  mistake({"--bot-id", "0"}, "\"0\" is not a bot ID");
  mistake({"--bot-id"}, "--bot-id");
  mistake({"--token-file", "/nonexistent"},
          "--token-file: cannot read \"/nonexistent\": No such file or directory. Fix: name a "
          "readable file with bot tokens, one per line.");
  mistake({"--token-file", "/dev/zero"}, "--token-file: cannot read \"/dev/zero\": more than");
  mistake({"--token-file", tree_.path("bad")},
          "bad\", line 2: the token of bot 7000000001 is damaged");
  mistake({"--token-file", tree_.path("none")}, "is empty. Fix: write the bot tokens");
  ASSERT_EQ(chmod(tree_.path("bad").c_str(), 0644), 0);
  mistake({"--token-file", tree_.path("bad")},
          "other users can access it (mode 0644). Fix: chmod 600");
  mistake({"--bot-id", "1", "/nonexistent"}, "cannot read /nonexistent: No such file");
  mistake({"--bot-id", "1", "--max-age", "1w"}, "--max-age: invalid value \"1w\"");
  mistake({"--bot-id", "1", "--now", "-1"}, "--now: invalid value \"-1\"");
  mistake({"--bot-id", "1", "a", "b"}, "b");
  ExpectMistake(Run({"initdata"}), "no command is given");
  ExpectMistake(Run({"initdata", "make"}), "unknown command \"make\"");
}

TEST_F(InitDataCommand, RejectsHostileFiles) {
  const Arguments by_id{"--bot-id", "1", "--json"};
  const auto of = [&](const std::string& path) {
    Arguments arguments = by_id;
    arguments.push_back(path);
    return Run(Check(arguments));
  };
  tree_.Write("large", std::string(10'000'000, 'a'));
  std::string binary;
  for (int i = 0; i < 4096; ++i) binary.push_back(static_cast<char>(i * 7));
  tree_.Write("binary", binary);
  EXPECT_EQ(Judged(of("/dev/zero")), "size");
  EXPECT_EQ(Judged(of(tree_.path("large"))), "size");
  EXPECT_EQ(Judged(of(tree_.path("binary"))), "encoding");
  EXPECT_EQ(Judged(of("/dev/null")), "empty");
  EXPECT_EQ(Judged(Run(Check(by_id), "/dev/zero")), "size");
  ExpectMistake(of(tree_.path(".")), "Is a directory");
  ExpectMistake(Run(Check(by_id), tree_.path(".")), "cannot read standard input: Is a directory");
}

TEST_F(InitDataCommand, ReadsEndlessPipeUpToLimit) {
  const std::string path = tree_.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::thread endless([&] {
    const int pipe = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const std::string bytes(4096, 'a');
    while (write(pipe, bytes.data(), bytes.size()) > 0) {
    }
    close(pipe);
  });
  const auto ran = Run(Check({path, "--bot-id", "1", "--json"}));
  endless.join();
  EXPECT_EQ(Judged(ran), "size");
}

}  // namespace
}  // namespace prichal::testing
