// Webhook events about users and sessions, over sockets.

#include <set>

#include "tests/fixtures/auth_events_fixture.h"

namespace prichal::signin {
namespace {

using Names = std::vector<std::string>;

TEST_F(AuthEventsTest, ReportsNewUserAndSession) {
  Start();
  const auto signed_in = SignInByTelegram(42);
  ASSERT_EQ(Outcome(signed_in), "200");
  const auto user = OnlyTold("user.created", 2);
  EXPECT_EQ(user, (boost::json::object{{"user", UserOf(signed_in)}, {"identity", "telegram:42"}}));
  const auto session = OnlyTold("session.created", 2);
  EXPECT_EQ(session, (boost::json::object{{"user", UserOf(signed_in)},
                                          {"session", SessionOf(signed_in)},
                                          {"identity", "telegram:42"},
                                          {"amr", {"tg_init"}}}));
  EXPECT_EQ(Outcome(SignInByTelegram(42)), "200");
  EXPECT_EQ(Types(3), (Names{"session.created", "session.created", "user.created"}));
}

TEST_F(AuthEventsTest, ReportsLinkOnceAndUnlink) {
  Start();
  const auto signed_in = SignInByTelegram();
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Outcome(Post("/auth/ton", Proof(NewChallenge()), Bearer(signed_in))), "200");
  }
  const auto linked = OnlyTold("identity.linked", 3);
  const std::string wallet = Text(linked, "identity");
  EXPECT_TRUE(wallet.starts_with("ton:-239:0:")) << wallet;
  EXPECT_EQ(Text(linked, "user"), UserOf(signed_in));
  EXPECT_EQ(Text(linked, "session"), SessionOf(signed_in));
  EXPECT_EQ(linked.at("before"), boost::json::array{"telegram:42"});
  EXPECT_EQ(linked.at("after"), (boost::json::array{"telegram:42", wallet}));
  EXPECT_EQ(Text(linked, "proof"), "telegram:42");
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/identities/" + wallet, Bearer(signed_in))), "204");
  EXPECT_EQ(OnlyTold("identity.unlinked", 4),
            (boost::json::object{{"user", UserOf(signed_in)},
                                 {"identity", wallet},
                                 {"before", boost::json::array{"telegram:42", wallet}},
                                 {"after", boost::json::array{"telegram:42"}},
                                 {"proof", Text(OnlyTold("identity.unlinked", 4), "proof")}}));
  EXPECT_EQ(Outcome(Ask("DELETE", "/auth/identities/telegram:42", Bearer(signed_in))),
            "409 identity_last");
  EXPECT_EQ(Types(4).size(), 4U) << "what was refused has not happened";
}

TEST_F(AuthEventsTest, ReportsMerge) {
  Start();
  const auto first = SignInByTelegram(42);
  const auto second = Post("/auth/ton", Proof(NewChallenge()));
  ASSERT_NE(UserOf(first), UserOf(second));
  auto proof = boost::json::parse(Proof(NewChallenge())).as_object();
  proof["merge"] = true;
  ASSERT_EQ(Outcome(Post("/auth/ton", boost::json::serialize(proof), Bearer(first))), "200");
  EXPECT_EQ(OnlyTold("user.merged", 6),
            (boost::json::object{{"user", UserOf(second)},
                                 {"identity", Text(OnlyTold("user.merged", 6), "identity")},
                                 {"into", UserOf(first)},
                                 {"before", boost::json::array{"telegram:42"}},
                                 {"after", OnlyTold("user.merged", 6).at("after")},
                                 {"proof", "telegram:42"}}));
  EXPECT_EQ(OnlyTold("session.revoked", 6),
            (boost::json::object{
                {"user", UserOf(second)}, {"session", SessionOf(second)}, {"reason", "merged"}}));
}

TEST_F(AuthEventsTest, ReportsReasonOfSessionEnd) {
  Start();
  const auto first = SignInByTelegram();
  const auto second = SignInByTelegram();
  const auto third = SignInByTelegram();
  const auto fourth = SignInByTelegram();
  ASSERT_EQ(Outcome(Post("/auth/logout", {}, Bearer(first))), "204");
  ASSERT_EQ(Outcome(Ask("DELETE", "/auth/sessions/" + SessionOf(second), Bearer(third))), "204");
  ASSERT_EQ(Outcome(Post("/auth/logout", R"({"all":true})", Bearer(third))), "204");
  std::map<std::string, std::string> reasons;
  for (const auto& data : Told("session.revoked", 9)) {
    EXPECT_EQ(Text(data, "user"), UserOf(first));
    reasons[Text(data, "session")] = Text(data, "reason");
  }
  EXPECT_EQ(reasons, (std::map<std::string, std::string>{{SessionOf(first), "signed_out"},
                                                         {SessionOf(second), "by_user"},
                                                         {SessionOf(third), "signed_out"},
                                                         {SessionOf(fourth), "by_user"}}));
}

TEST_F(AuthEventsTest, ReportsCompromisedSessionOnTokenReuse) {
  Start();
  const auto signed_in = SignInByTelegram();
  ASSERT_EQ(Outcome(Renew(signed_in)), "200");
  ASSERT_EQ(Outcome(Renew(signed_in)), "200") << "within the grace";
  clock_.Step(Millis(11'000));
  ASSERT_EQ(Outcome(Renew(signed_in)), "401 refresh_reused");
  EXPECT_EQ(OnlyTold("session.compromised", 3),
            (boost::json::object{{"user", UserOf(signed_in)}, {"session", SessionOf(signed_in)}}));
  const auto lines = Audit("session.compromised");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(Text(lines[0], "level"), "warning");
}

TEST_F(AuthEventsTest, PostsStandardWebhooks) {
  const std::string other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  folder_.Write("secrets", kHookSecret + "\n" + other + "\n");
  listener_.Say({503, 503, 200});
  Start();
  const std::int64_t began = UnixNow();
  const auto signed_in = SignInByTelegram();
  const auto posts = listener_.Wait(4);
  const auto secrets = outbound::StandardSecrets::Parse(kHookSecret + "\n" + other).value();
  std::map<std::string, std::set<std::string>> bodies;
  for (const auto& post : posts) {
    EXPECT_EQ(post.target, "/hook?key=1");
    EXPECT_EQ(LineIn(post.lines, "Content-Type"), "application/json");
    const std::string id = LineIn(post.lines, "webhook-id");
    const std::string time = LineIn(post.lines, "webhook-timestamp");
    EXPECT_TRUE(id.starts_with("msg_")) << post.lines;
    EXPECT_LE(std::stoll(time) - began, 20);
    EXPECT_EQ(LineIn(post.lines, "webhook-signature"),
              secrets.SignatureOf(id, Millis(std::stoll(time) * 1000), post.body));
    bodies[id].insert(post.body);
  }
  EXPECT_EQ(bodies.size(), 2U) << "what is sent again has the id that it had";
  for (const auto& [id, texts] : bodies) EXPECT_EQ(texts.size(), 1U);
}

TEST_F(AuthEventsTest, AppliesNewSecretsOnReload) {
  Start();
  folder_.Write("secrets", "none\n");
  EXPECT_FALSE(service_->PrepareReload(false).has_value());
  (void)SignInByTelegram(1);
  (void)listener_.Wait(2);
  const std::string next = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  folder_.Write("secrets", next + "\n");
  const auto reload = service_->PrepareReload(false);
  ASSERT_TRUE(reload) << reload.error();
  (*reload)();
  (void)SignInByTelegram(2);
  const auto posts = listener_.Wait(4);
  for (std::size_t i = 0; i < posts.size(); ++i) {
    const auto secrets = outbound::StandardSecrets::Parse(i < 2 ? kHookSecret : next).value();
    const Millis time(std::stoll(LineIn(posts[i].lines, "webhook-timestamp")) * 1000);
    EXPECT_EQ(LineIn(posts[i].lines, "webhook-signature"),
              secrets.SignatureOf(LineIn(posts[i].lines, "webhook-id"), time, posts[i].body));
  }
}

TEST_F(AuthEventsTest, SilentListenerDelaysNoSignIn) {
  listener_.Say({}, HookListener::kSilence);
  Start();
  for (int i = 0; i < 50; ++i) EXPECT_EQ(Outcome(SignInByTelegram(i + 1)), "200");
}

TEST_F(AuthEventsTest, ContainsNoCredentials) {
  Start();
  const std::string init_data = InitData();
  const auto signed_in = Post("/auth/telegram", {}, "Authorization: tma " + init_data + "\r\n");
  const auto renewed = Renew(signed_in);
  (void)Post("/auth/telegram", {}, "Authorization: tma " + init_data + "x\r\n");
  clock_.Step(Millis(11'000));
  (void)Renew(signed_in);
  std::string all;
  for (const auto& post : listener_.Wait(3)) all += post.lines + post.body;
  Stop();
  all += ReadFile(folder_.path("audit.log"));
  ASSERT_NE(all.find(UserOf(signed_in)), std::string::npos);
  for (const std::string& secret :
       {Text(Json(signed_in), "access_token"), Text(Json(signed_in), "refresh_token"),
        Text(Json(renewed), "refresh_token"), Text(Json(renewed), "access_token"),
        init_data.substr(init_data.find("hash=") + 5), std::string("query_id"), std::string("Anna"),
        kHookSecret, std::string("\"client\"")}) {
    EXPECT_EQ(all.find(secret), std::string::npos) << secret;
  }
}

}  // namespace
}  // namespace prichal::signin
