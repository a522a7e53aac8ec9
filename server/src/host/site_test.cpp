#include "host/site.h"

#include <brotli/decode.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>

#include "host/fixture_tree.h"

namespace prichal::host {
namespace {

const Options kProduction{};

struct Ask {
  std::string_view path;
  std::string_view accept = "*/*";
  std::string_view encoding = "";
  std::string_view known = "";
  http::Method method = http::Method::kGet;
  std::string_view query = "";
};

class SiteTest : public ::testing::Test {
 protected:
  SiteTest() { WriteSite(tree_); }

  void Serve(bool dev, const std::string& bot = {}) {
    const auto stand = tree_.path("stand");
    auto files = ReadSite(tree_.path("web"), dev ? &stand : nullptr);
    ASSERT_TRUE(files) << files.error();
    auto site = Site::Make(*std::move(files), {.origin = "https://app.example.org",
                                               .product_name = "Prichal",
                                               .product_slug = "prichal",
                                               .bot = bot,
                                               .manifest_name = "Prichal",
                                               .manifest_icon = "/icon.png",
                                               .dev = dev});
    ASSERT_TRUE(site) << site.error();
    site_ = *std::move(site);
  }

  [[nodiscard]] Reply Get(const Ask& ask) const {
    http::Request request;
    request.method = ask.method;
    request.path = ask.path;
    request.query = ask.query;
    request.accept = ask.accept;
    request.accept_encoding = ask.encoding;
    request.if_none_match = ask.known;
    return site_->Answer(request);
  }

  FixtureTree tree_;
  std::unique_ptr<Site> site_;
};

std::string HeaderOf(const http::Answer& answer, const std::string& name) {
  const auto mark = "\r\n" + name + ": ";
  const auto at = answer.head->find(mark);
  if (at == std::string::npos) return "";
  const auto start = at + mark.size();
  return answer.head->substr(start, answer.head->find("\r\n", start) - start);
}

std::string BodyOf(const http::Answer& answer) { return answer.body ? *answer.body : ""; }

std::string Unbrotli(const std::string& bytes) {
  std::string out(100'000, '\0');
  auto size = out.size();
  EXPECT_EQ(BrotliDecoderDecompress(bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()),
                                    &size, reinterpret_cast<uint8_t*>(out.data())),
            BROTLI_DECODER_RESULT_SUCCESS);
  return out.substr(0, size);
}

std::string Gunzip(std::string bytes) {
  std::string out(100'000, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST_F(SiteTest, EveryRouteIsThePage) {
  Serve(false);
  for (const auto* path : {"/", "/wheel", "/about", "/buy-prichal"}) {
    const auto [answer, part] = Get({path});
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(part, Part::kPage);
    EXPECT_NE(BodyOf(answer).find(R"("slug":"prichal")"), std::string::npos);
    EXPECT_EQ(HeaderOf(answer, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(HeaderOf(answer, "Cache-Control"), "no-cache");
    EXPECT_EQ(HeaderOf(answer, "Vary"), "Accept-Encoding");
    EXPECT_EQ(HeaderOf(answer, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(HeaderOf(answer, "Strict-Transport-Security"), "max-age=31536000");
    EXPECT_EQ(HeaderOf(answer, "X-Frame-Options"), "");
    EXPECT_EQ(HeaderOf(answer, "Content-Length"), std::to_string(answer.body->size()));
  }
}

TEST_F(SiteTest, EachRouteSaysWhatCodeItsPageNeeds) {
  Serve(false);
  const std::string entry = "</assets/index-a1b2.js>; rel=modulepreload";
  EXPECT_EQ(HeaderOf(Get({"/"}).answer, "Link"), entry);
  EXPECT_EQ(HeaderOf(Get({"/wheel"}).answer, "Link"),
            entry + ", </assets/wheel-e5f6.js>; rel=modulepreload");
  EXPECT_EQ(BodyOf(Get({"/"}).answer), BodyOf(Get({"/wheel"}).answer));
  // A browser that has one page's answer must not take it for another's.
  EXPECT_NE(HeaderOf(Get({"/"}).answer, "ETag"), HeaderOf(Get({"/wheel"}).answer, "ETag"));
}

TEST_F(SiteTest, TheBotsLinkIsThereAsACodeWhenThereIsABot) {
  Serve(false);
  EXPECT_EQ(Get({"/open-in-telegram.svg"}).answer.status, 404);
  Serve(false, "https://t.me/prichal_bot");
  const auto [answer, part] = Get({"/open-in-telegram.svg"});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(part, Part::kFile);
  EXPECT_EQ(HeaderOf(answer, "Content-Type"), "image/svg+xml");
  EXPECT_TRUE(BodyOf(answer).starts_with("<svg ")) << BodyOf(answer);
  Serve(false, "https://t.me/prichal_bot?startapp=" + std::string(900, 'a'));
  EXPECT_EQ(Get({"/open-in-telegram.svg"}).answer.status, 404);
}

TEST_F(SiteTest, ThePolicyFollowsFromPageAndList) {
  Serve(false);
  EXPECT_EQ(HeaderOf(Get({"/"}).answer, "Content-Security-Policy"),
            "default-src 'none'; "
            "script-src 'self' 'sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0='; "
            "style-src 'self'; img-src 'self' data: https://tonkeeper.com; "
            "connect-src 'self' https://config.ton.org https://bridge.tonapi.io; "
            "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors https://web.telegram.org https://*.telegram.org");
}

TEST_F(SiteTest, EveryCodingIsTheSamePage) {
  Serve(false);
  const auto plain = Get({"/"}).answer;
  const auto brotli = Get({.path = "/", .encoding = "gzip, deflate, br"}).answer;
  const auto gzip = Get({.path = "/", .encoding = "gzip, br;q=0"}).answer;
  EXPECT_EQ(HeaderOf(plain, "Content-Encoding"), "");
  EXPECT_EQ(HeaderOf(brotli, "Content-Encoding"), "br");
  EXPECT_EQ(HeaderOf(gzip, "Content-Encoding"), "gzip");
  EXPECT_EQ(Unbrotli(BodyOf(brotli)), BodyOf(plain));
  EXPECT_EQ(Gunzip(BodyOf(gzip)), BodyOf(plain));
  EXPECT_EQ(Get({.path = "/", .encoding = "identity;q=0"}).answer.status, 406);
}

TEST_F(SiteTest, EachCodingHasAStrongTagOfItsOwnAndA304) {
  Serve(false);
  std::vector<std::string> tags;
  for (const auto* encoding : {"", "br", "gzip"}) {
    const auto found = Get({.path = "/", .encoding = encoding}).answer;
    const auto tag = HeaderOf(found, "ETag");
    EXPECT_TRUE(tag.size() == 34 && tag.front() == '"' && tag.back() == '"') << tag;
    tags.push_back(tag);
    const auto again = Get({.path = "/", .encoding = encoding, .known = tag}).answer;
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, nullptr);
    for (const auto* kept : {"ETag", "Cache-Control", "Vary", "Content-Security-Policy"}) {
      EXPECT_EQ(HeaderOf(again, kept), HeaderOf(found, kept));
    }
    EXPECT_EQ(HeaderOf(again, "Content-Length"), "");
    EXPECT_EQ(Get({.path = "/", .encoding = encoding, .known = "W/" + tag}).answer.status, 304);
    EXPECT_EQ(Get({.path = "/", .encoding = encoding, .known = "\"x\", " + tag}).answer.status,
              304);
  }
  EXPECT_NE(tags[0], tags[1]);
  EXPECT_NE(tags[1], tags[2]);
  EXPECT_EQ(Get({.path = "/", .encoding = "br", .known = tags[0]}).answer.status, 200);
}

TEST_F(SiteTest, AnotherPolicyIsAnotherTag) {
  Serve(false);
  const auto before = HeaderOf(Get({"/"}).answer, "ETag");
  std::string list(kFixtureWallets);
  list.replace(list.find("bridge.tonapi.io"), 16, "bridge.other.org");
  tree_.Write("web/wallets-v2.json", list);
  Serve(false);
  EXPECT_NE(HeaderOf(Get({"/"}).answer, "ETag"), before);
}

TEST_F(SiteTest, HashedFilesAreImmutableAndTakeTheBuildsCopies) {
  Serve(false);
  const auto [plain, part] = Get({"/assets/index-a1b2.js"});
  EXPECT_EQ(part, Part::kAsset);
  EXPECT_EQ(BodyOf(plain), std::string(2000, 'a'));
  EXPECT_EQ(HeaderOf(plain, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(HeaderOf(plain, "Cross-Origin-Resource-Policy"), "same-origin");
  const auto brotli = Get({.path = "/assets/index-a1b2.js", .encoding = "br"}).answer;
  EXPECT_EQ(BodyOf(brotli), "brotli bytes of the build");
  EXPECT_EQ(BodyOf(Get({.path = "/assets/index-a1b2.js", .encoding = "gzip"}).answer),
            "gzip bytes of the build");
}

TEST_F(SiteTest, OtherFilesAreRevalidated) {
  Serve(false);
  const auto [icon, part] = Get({.path = "/icon.png", .encoding = "br"});
  EXPECT_EQ(part, Part::kFile);
  EXPECT_EQ(HeaderOf(icon, "Content-Type"), "image/png");
  EXPECT_EQ(HeaderOf(icon, "Cache-Control"), "no-cache");
  EXPECT_EQ(HeaderOf(icon, "Content-Encoding"), "");
  EXPECT_EQ(HeaderOf(icon, "Cross-Origin-Resource-Policy"), "cross-origin");
  EXPECT_EQ(HeaderOf(Get({"/favicon.svg"}).answer, "Content-Type"), "image/svg+xml");
}

TEST_F(SiteTest, PublicJsonCanBeReadFromAnywhere) {
  Serve(false);
  for (const auto* path : {"/tonconnect-manifest.json", "/wallets-v2.json"}) {
    const auto answer = Get({path}).answer;
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(HeaderOf(answer, "Content-Type"), "application/json");
    EXPECT_EQ(HeaderOf(answer, "Access-Control-Allow-Origin"), "*");
    const auto preflight = Get({.path = path, .method = http::Method::kOptions}).answer;
    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Methods"), "GET, HEAD, OPTIONS");
    const auto post = Get({.path = path, .method = http::Method::kPost}).answer;
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(HeaderOf(post, "Allow"), "GET, HEAD, OPTIONS");
  }
  EXPECT_EQ(BodyOf(Get({"/tonconnect-manifest.json"}).answer),
            "{\"url\":\"https://app.example.org\",\"name\":\"Prichal\","
            "\"iconUrl\":\"https://app.example.org/icon.png\"}\n");
}

TEST_F(SiteTest, WrongMethodsAreToldTheRightOnes) {
  Serve(false);
  for (const auto method : {http::Method::kPost, http::Method::kOptions, http::Method::kOther}) {
    const auto answer = Get({.path = "/", .method = method}).answer;
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(HeaderOf(answer, "Allow"), "GET, HEAD");
  }
  EXPECT_EQ(Get({.path = "/", .method = http::Method::kHead}).answer.status, 200);
  EXPECT_EQ(
      Get({.path = "/nowhere", .accept = "text/html", .method = http::Method::kPost}).answer.status,
      404);
}

TEST_F(SiteTest, UnknownDocumentsLeadHomeWithTheirQuery) {
  Serve(false);
  constexpr std::string_view kBrowser = "text/html,application/xhtml+xml,*/*;q=0.8";
  const auto home = [&](const Ask& ask) {
    const auto [answer, part] = Get(ask);
    EXPECT_EQ(answer.status, 302) << ask.path;
    EXPECT_EQ(part, Part::kRedirect);
    return HeaderOf(answer, "Location");
  };
  EXPECT_EQ(home({.path = "/nowhere", .accept = kBrowser}), "/");
  EXPECT_EQ(home({.path = "/about/", .accept = kBrowser, .query = "a=1&b=//x"}), "/?a=1&b=//x");
  EXPECT_EQ(home({.path = "//evil.org", .accept = kBrowser, .query = ""}), "/");
  EXPECT_EQ(home({.path = "/index.html", .accept = kBrowser}), "/");
  EXPECT_EQ(home({.path = "/x", .accept = kBrowser, .method = http::Method::kHead}), "/");
}

TEST_F(SiteTest, WhatIsNoDocumentIsNotFound) {
  Serve(false);
  for (const auto* path : {"/nowhere", "/assets/", "/.built", "/.env", "/../etc/passwd",
                           "/assets/../icon.png", "/assets/index-a1b2.js.br", "/index.html", "",
                           "/%2e%2e/x", "/ICON.png", "/bridge/nothing", "/stand/"}) {
    const auto answer = Get({path}).answer;
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(BodyOf(answer), "{\"message\":\"Not Found\",\"statusCode\":404}\n");
  }
  EXPECT_EQ(Get({.path = "/assets/old-1.js", .accept = "text/html"}).answer.status, 404);
}

TEST_F(SiteTest, TheStandIsServedOnlyInDevelopment) {
  Serve(true);
  const auto [stand, part] = Get({"/stand/"});
  EXPECT_EQ(stand.status, 200);
  EXPECT_EQ(part, Part::kStand);
  EXPECT_NE(HeaderOf(stand, "Content-Security-Policy").find("frame-src 'self'"), std::string::npos);
  EXPECT_NE(BodyOf(Get({"/stand/wallet/"}).answer).find("wallet"), std::string::npos);
  EXPECT_EQ(Get({"/stand/dapp/"}).answer.status, 200);
  EXPECT_EQ(HeaderOf(Get({"/stand/assets/stand-c3d4.js"}).answer, "Cache-Control"),
            "public, max-age=31536000, immutable");
  EXPECT_EQ(Get({"/stand/dev-wallet.svg"}).answer.status, 200);
  EXPECT_EQ(Get({"/stand/wallet-entry.json"}).answer.status, 404);
  EXPECT_EQ(HeaderOf(Get({.path = "/stand", .query = "size=320"}).answer, "Location"),
            "/stand/?size=320");
  EXPECT_EQ(HeaderOf(Get({"/stand/wallet"}).answer, "Location"), "/stand/wallet/");
  EXPECT_TRUE(
      BodyOf(Get({"/wallets-v2.json"}).answer).starts_with(R"([{"app_name":"prichal-dev")"));
  Serve(false);
  EXPECT_EQ(HeaderOf(Get({.path = "/stand/", .accept = "text/html"}).answer, "Location"), "/");
}

TEST_F(SiteTest, FilesWithOddNamesAreFoundByTheirEscapedPath) {
  tree_.Write("web/a b%.txt", "odd").Write("web/причал.txt", "п");
  Serve(false);
  EXPECT_EQ(BodyOf(Get({"/a%20b%25.txt"}).answer), "odd");
  EXPECT_EQ(Get({"/%D0%BF%D1%80%D0%B8%D1%87%D0%B0%D0%BB.txt"}).answer.status, 200);
}

TEST_F(SiteTest, SaysWhatABuildLacks) {
  FixtureTree empty;
  const auto missing = ReadSite(empty.path("web"), nullptr);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "site.web: cannot read " + empty.path("web") +
                                 ": No such file or directory; build the mini app with `npm run "
                                 "build:app`, or name its directory with --web");
  std::filesystem::remove(tree_.path("web/index.html"));
  const auto no_page = ReadSite(tree_.path("web"), nullptr);
  ASSERT_FALSE(no_page);
  EXPECT_NE(no_page.error().find(tree_.path("web") + " has no index.html; build"),
            std::string::npos)
      << no_page.error();
  const auto no_stand = empty.path();
  WriteSite(tree_);
  const auto stand = ReadSite(tree_.path("web"), &no_stand);
  ASSERT_FALSE(stand);
  EXPECT_TRUE(stand.error().starts_with("dev.stand: ")) << stand.error();

  tree_.Write("web/wallets-v2.json", "{}");
  const auto bad_list = Site::Make(*ReadSite(tree_.path("web"), nullptr), kProduction);
  ASSERT_FALSE(bad_list);
  EXPECT_EQ(bad_list.error(),
            "cannot serve wallets-v2.json: the list must be a JSON array that is not empty");
  tree_.Write("web/wallets-v2.json", kFixtureWallets).Write("web/index.html", "<html>");
  const auto bad_page = Site::Make(*ReadSite(tree_.path("web"), nullptr), kProduction);
  ASSERT_FALSE(bad_page);
  EXPECT_TRUE(bad_page.error().starts_with("cannot serve index.html: it lacks <script"));
}

}  // namespace
}  // namespace prichal::host
