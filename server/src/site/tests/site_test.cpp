// Responses of a site: routes, codings, ETags, methods.

#include <brotli/decode.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <optional>

#include "site/tests/site_fixture.h"

namespace prichal::site {
namespace {

const Options kProduction{};

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

TEST_F(SiteTest, ServesPageOnEveryRoute) {
  Serve(false);
  for (const auto* path : {"/", "/wheel", "/about", "/buy-prichal"}) {
    const auto [response, route] = Get({path});
    EXPECT_EQ(response.status, 200) << path;
    EXPECT_EQ(route, Route::kPage);
    EXPECT_NE(BodyOf(response).find(R"("slug":"prichal")"), std::string::npos);
    EXPECT_EQ(HeaderOf(response, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-cache");
    EXPECT_EQ(HeaderOf(response, "Vary"), "Accept-Encoding");
    EXPECT_EQ(HeaderOf(response, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(HeaderOf(response, "Strict-Transport-Security"), "max-age=31536000");
    EXPECT_EQ(HeaderOf(response, "X-Frame-Options"), "");
    EXPECT_EQ(HeaderOf(response, "Content-Length"), std::to_string(response.body->size()));
  }
}

TEST_F(SiteTest, PreloadsFilesOfEachRoute) {
  Serve(false);
  const std::string entry = "</assets/index-a1b2.js>; rel=modulepreload";
  EXPECT_EQ(HeaderOf(Get({"/"}).response, "Link"), entry);
  EXPECT_EQ(HeaderOf(Get({"/wheel"}).response, "Link"),
            entry + ", </assets/wheel-e5f6.js>; rel=modulepreload");
  EXPECT_EQ(BodyOf(Get({"/"}).response), BodyOf(Get({"/wheel"}).response));
  // A browser must not use the cached response of one page for another.
  EXPECT_NE(HeaderOf(Get({"/"}).response, "ETag"), HeaderOf(Get({"/wheel"}).response, "ETag"));
}

TEST_F(SiteTest, ServesQrCodeOfBotLinkIfConfigured) {
  Serve(false);
  EXPECT_EQ(Get({"/open-in-telegram.svg"}).response.status, 404);
  Serve(false, "https://t.me/prichal_bot");
  const auto [response, route] = Get({"/open-in-telegram.svg"});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(route, Route::kFile);
  EXPECT_EQ(HeaderOf(response, "Content-Type"), "image/svg+xml");
  EXPECT_TRUE(BodyOf(response).starts_with("<svg ")) << BodyOf(response);
  Serve(false, "https://t.me/prichal_bot?startapp=" + std::string(900, 'a'));
  EXPECT_EQ(Get({"/open-in-telegram.svg"}).response.status, 404);
}

TEST_F(SiteTest, DerivesPolicyFromPageAndWalletsList) {
  Serve(false);
  EXPECT_EQ(HeaderOf(Get({"/"}).response, "Content-Security-Policy"),
            "default-src 'none'; "
            "script-src 'self' 'sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0='; "
            "style-src 'self'; img-src 'self' data: https://tonkeeper.com; "
            "connect-src 'self' https://config.ton.org https://bridge.tonapi.io; "
            "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors https://web.telegram.org https://*.telegram.org");
}

TEST_F(SiteTest, ServesSamePageInEveryEncoding) {
  Serve(false);
  const auto plain = Get({"/"}).response;
  const auto brotli = Get({.path = "/", .encoding = "gzip, deflate, br"}).response;
  const auto gzip = Get({.path = "/", .encoding = "gzip, br;q=0"}).response;
  EXPECT_EQ(HeaderOf(plain, "Content-Encoding"), "");
  EXPECT_EQ(HeaderOf(brotli, "Content-Encoding"), "br");
  EXPECT_EQ(HeaderOf(gzip, "Content-Encoding"), "gzip");
  EXPECT_EQ(Unbrotli(BodyOf(brotli)), BodyOf(plain));
  EXPECT_EQ(Gunzip(BodyOf(gzip)), BodyOf(plain));
  EXPECT_EQ(Get({.path = "/", .encoding = "identity;q=0"}).response.status, 406);
}

TEST_F(SiteTest, SendsStrongETagPerEncodingAndAnswersNotModified) {
  Serve(false);
  std::vector<std::string> tags;
  for (const auto* encoding : {"", "br", "gzip"}) {
    const auto found = Get({.path = "/", .encoding = encoding}).response;
    const auto tag = HeaderOf(found, "ETag");
    EXPECT_TRUE(tag.size() == 34 && tag.front() == '"' && tag.back() == '"') << tag;
    tags.push_back(tag);
    const auto again = Get({.path = "/", .encoding = encoding, .known = tag}).response;
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, nullptr);
    for (const auto* kept : {"ETag", "Cache-Control", "Vary", "Content-Security-Policy"}) {
      EXPECT_EQ(HeaderOf(again, kept), HeaderOf(found, kept));
    }
    EXPECT_EQ(HeaderOf(again, "Content-Length"), "");
    EXPECT_EQ(Get({.path = "/", .encoding = encoding, .known = "W/" + tag}).response.status, 304);
    EXPECT_EQ(Get({.path = "/", .encoding = encoding, .known = "\"x\", " + tag}).response.status,
              304);
  }
  EXPECT_NE(tags[0], tags[1]);
  EXPECT_NE(tags[1], tags[2]);
  EXPECT_EQ(Get({.path = "/", .encoding = "br", .known = tags[0]}).response.status, 200);
}

TEST_F(SiteTest, ChangesETagWithPolicy) {
  Serve(false);
  const auto before = HeaderOf(Get({"/"}).response, "ETag");
  std::string list(kFixtureWallets);
  list.replace(list.find("bridge.tonapi.io"), 16, "bridge.other.org");
  tree_.Write("web/wallets-v2.json", list);
  Serve(false);
  EXPECT_NE(HeaderOf(Get({"/"}).response, "ETag"), before);
}

TEST_F(SiteTest, ServesHashedFilesAsImmutableFromCompressedCopies) {
  Serve(false);
  const auto [plain, route] = Get({"/assets/index-a1b2.js"});
  EXPECT_EQ(route, Route::kAsset);
  EXPECT_EQ(BodyOf(plain), std::string(2000, 'a'));
  EXPECT_EQ(HeaderOf(plain, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(HeaderOf(plain, "Cross-Origin-Resource-Policy"), "same-origin");
  const auto brotli = Get({.path = "/assets/index-a1b2.js", .encoding = "br"}).response;
  EXPECT_EQ(BodyOf(brotli), "brotli bytes of the build");
  EXPECT_EQ(BodyOf(Get({.path = "/assets/index-a1b2.js", .encoding = "gzip"}).response),
            "gzip bytes of the build");
}

TEST_F(SiteTest, RevalidatesOtherFiles) {
  Serve(false);
  const auto [icon, route] = Get({.path = "/icon.png", .encoding = "br"});
  EXPECT_EQ(route, Route::kFile);
  EXPECT_EQ(HeaderOf(icon, "Content-Type"), "image/png");
  EXPECT_EQ(HeaderOf(icon, "Cache-Control"), "no-cache");
  EXPECT_EQ(HeaderOf(icon, "Content-Encoding"), "");
  EXPECT_EQ(HeaderOf(icon, "Cross-Origin-Resource-Policy"), "cross-origin");
  EXPECT_EQ(HeaderOf(Get({"/favicon.svg"}).response, "Content-Type"), "image/svg+xml");
}

TEST_F(SiteTest, AllowsCrossOriginReadsOfPublicJson) {
  Serve(false);
  for (const auto* path : {"/tonconnect-manifest.json", "/wallets-v2.json"}) {
    const auto response = Get({path}).response;
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(HeaderOf(response, "Content-Type"), "application/json");
    EXPECT_EQ(HeaderOf(response, "Access-Control-Allow-Origin"), "*");
    const auto preflight = Get({.path = path, .method = http::Method::kOptions}).response;
    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Origin"), "*");
    EXPECT_EQ(HeaderOf(preflight, "Access-Control-Allow-Methods"), "GET, HEAD, OPTIONS");
    const auto post = Get({.path = path, .method = http::Method::kPost}).response;
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(HeaderOf(post, "Allow"), "GET, HEAD, OPTIONS");
  }
  EXPECT_EQ(BodyOf(Get({"/tonconnect-manifest.json"}).response),
            "{\"url\":\"https://app.example.org\",\"name\":\"Prichal\","
            "\"iconUrl\":\"https://app.example.org/icon.png\"}\n");
}

TEST_F(SiteTest, AnswersWrongMethodWithAllowHeader) {
  Serve(false);
  for (const auto method : {http::Method::kPost, http::Method::kOptions, http::Method::kOther}) {
    const auto response = Get({.path = "/", .method = method}).response;
    EXPECT_EQ(response.status, 405);
    EXPECT_EQ(HeaderOf(response, "Allow"), "GET, HEAD");
  }
  EXPECT_EQ(Get({.path = "/", .method = http::Method::kHead}).response.status, 200);
  EXPECT_EQ(Get({.path = "/nowhere", .accept = "text/html", .method = http::Method::kPost})
                .response.status,
            404);
}

TEST_F(SiteTest, RedirectsUnknownDocumentsHomeWithQuery) {
  Serve(false);
  constexpr std::string_view kBrowser = "text/html,application/xhtml+xml,*/*;q=0.8";
  const auto home = [&](const Ask& ask) {
    const auto [response, route] = Get(ask);
    EXPECT_EQ(response.status, 302) << ask.path;
    EXPECT_EQ(route, Route::kRedirect);
    return HeaderOf(response, "Location");
  };
  EXPECT_EQ(home({.path = "/nowhere", .accept = kBrowser}), "/");
  EXPECT_EQ(home({.path = "/about/", .accept = kBrowser, .query = "a=1&b=//x"}), "/?a=1&b=//x");
  EXPECT_EQ(home({.path = "//evil.org", .accept = kBrowser, .query = ""}), "/");
  EXPECT_EQ(home({.path = "/index.html", .accept = kBrowser}), "/");
  EXPECT_EQ(home({.path = "/x", .accept = kBrowser, .method = http::Method::kHead}), "/");
}

TEST_F(SiteTest, AnswersNotFoundForUnknownFiles) {
  Serve(false);
  for (const auto* path :
       {"/nowhere", "/assets/", "/.built", "/.env", "/../etc/passwd", "/assets/../icon.png",
        "/assets/index-a1b2.js.br", "/index.html", "", "/%2e%2e/x", "/ICON.png", "/bridge/nothing",
        "/stand/", "/index.html.json"}) {
    const auto response = Get({path}).response;
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_EQ(BodyOf(response), "{\"message\":\"Not Found\",\"statusCode\":404}\n");
  }
  EXPECT_EQ(Get({.path = "/assets/old-1.js", .accept = "text/html"}).response.status, 404);
}

TEST_F(SiteTest, ServesSandboxOnlyInDevelopment) {
  Serve(true);
  const auto [stand, route] = Get({"/stand/"});
  EXPECT_EQ(stand.status, 200);
  EXPECT_EQ(route, Route::kStand);
  EXPECT_NE(HeaderOf(stand, "Content-Security-Policy").find("frame-src 'self'"), std::string::npos);
  EXPECT_NE(BodyOf(Get({"/stand/wallet/"}).response).find("wallet"), std::string::npos);
  EXPECT_EQ(Get({"/stand/dapp/"}).response.status, 200);
  EXPECT_EQ(HeaderOf(Get({"/stand/assets/stand-c3d4.js"}).response, "Cache-Control"),
            "public, max-age=31536000, immutable");
  EXPECT_EQ(Get({"/stand/dev-wallet.svg"}).response.status, 200);
  EXPECT_EQ(Get({"/stand/wallet-entry.json"}).response.status, 404);
  EXPECT_EQ(Get({"/stand/wallet/index.html.json"}).response.status, 404);
  EXPECT_EQ(HeaderOf(Get({.path = "/stand", .query = "size=320"}).response, "Location"),
            "/stand/?size=320");
  EXPECT_EQ(HeaderOf(Get({"/stand/wallet"}).response, "Location"), "/stand/wallet/");
  EXPECT_TRUE(
      BodyOf(Get({"/wallets-v2.json"}).response).starts_with(R"([{"app_name":"prichal-dev")"));
  Serve(false);
  EXPECT_EQ(HeaderOf(Get({.path = "/stand/", .accept = "text/html"}).response, "Location"), "/");
}

/// A response in flight outlives its site.
TEST_F(SiteTest, KeepsSiteAliveWhileResponseIsSent) {
  Serve(false);
  std::weak_ptr<const Site> gone = site_;
  auto keeper = std::make_shared<std::shared_ptr<const Site>>(std::move(site_));
  http::Request request;
  request.method = http::Method::kGet;
  request.path = "/assets/index-a1b2.js";
  auto response = std::make_optional((*keeper)->Respond(request, keeper).response);
  keeper.reset();
  EXPECT_FALSE(gone.expired());
  EXPECT_EQ(BodyOf(*response), std::string(2000, 'a'));
  response.reset();
  EXPECT_TRUE(gone.expired());
}

TEST_F(SiteTest, FindsFilesByEscapedPath) {
  tree_.Write("web/a b%.txt", "odd").Write("web/причал.txt", "п");
  Serve(false);
  EXPECT_EQ(BodyOf(Get({"/a%20b%25.txt"}).response), "odd");
  EXPECT_EQ(Get({"/%D0%BF%D1%80%D0%B8%D1%87%D0%B0%D0%BB.txt"}).response.status, 200);
}

}  // namespace
}  // namespace prichal::site
