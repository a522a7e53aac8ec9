#include "site/resource.h"

#include <brotli/encode.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/bytes.h"
#include "base/encoding.h"
#include "http/codec/header_fields.h"

namespace prichal::site {
namespace {

constexpr std::size_t kTagBytes = 16;
constexpr std::string_view kVary = "Vary: Accept-Encoding\r\n";

/// Returns a pointer to the same bytes that shares ownership of `keeper`.
SharedBytes KeptBy(const std::shared_ptr<const void>& keeper, const SharedBytes& bytes) {
  return bytes == nullptr ? nullptr : SharedBytes(keeper, bytes.get());
}

http::Response KeptBy(const std::shared_ptr<const void>& keeper, const http::Response& response) {
  return {.status = response.status,
          .head = KeptBy(keeper, response.head),
          .body = KeptBy(keeper, response.body),
          .close = response.close};
}

std::string_view ReaderLines(Readers readers) {
  switch (readers) {
    case Readers::kAnyPage:
      return "Access-Control-Allow-Origin: *\r\nCross-Origin-Resource-Policy: cross-origin\r\n";
    case Readers::kAnyFrame:
      return "Cross-Origin-Resource-Policy: cross-origin\r\n";
    case Readers::kOwnPages:
      break;
  }
  return "Cross-Origin-Resource-Policy: same-origin\r\n";
}

http::Response Preflight() {
  return http::ResponseBuilder(204)
      .Header("Allow", "GET, HEAD, OPTIONS")
      .Header("Access-Control-Allow-Origin", "*")
      .Header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
      .Header("Access-Control-Allow-Headers", "*")
      .Header("Access-Control-Max-Age", "86400")
      .Empty();
}

struct Row {
  std::string_view ending;
  ContentType type;
};

// IANA media types; text/javascript is RFC 9239, application/yaml is RFC 9512.
constexpr std::array kTypes{
    Row{"html", {"text/html; charset=utf-8", true}},
    Row{"js", {"text/javascript; charset=utf-8", true}},
    Row{"mjs", {"text/javascript; charset=utf-8", true}},
    Row{"css", {"text/css; charset=utf-8", true}},
    Row{"json", {"application/json", true}},
    Row{"map", {"application/json", true}},
    Row{"webmanifest", {"application/manifest+json", true}},
    Row{"svg", {"image/svg+xml", true}},
    Row{"txt", {"text/plain; charset=utf-8", true}},
    Row{"md", {"text/markdown; charset=utf-8", true}},
    Row{"xml", {"application/xml", true}},
    Row{"yaml", {"application/yaml", true}},
    Row{"wasm", {"application/wasm", true}},
    Row{"ico", {"image/x-icon", true}},
    Row{"ttf", {"font/ttf", true}},
    Row{"otf", {"font/otf", true}},
    Row{"woff", {"font/woff", false}},
    Row{"woff2", {"font/woff2", false}},
    Row{"png", {"image/png", false}},
    Row{"jpg", {"image/jpeg", false}},
    Row{"jpeg", {"image/jpeg", false}},
    Row{"webp", {"image/webp", false}},
    Row{"avif", {"image/avif", false}},
    Row{"gif", {"image/gif", false}},
    Row{"mp4", {"video/mp4", false}},
    Row{"webm", {"video/webm", false}},
    Row{"mp3", {"audio/mpeg", false}},
    Row{"ogg", {"audio/ogg", false}},
    Row{"pdf", {"application/pdf", false}},
    Row{"gz", {"application/gzip", false}},
};

}  // namespace

Resource::Resource(Content content)
    : readers_(content.readers),
      not_acceptable_(http::ErrorResponse(406, "Not Acceptable", kVary)),
      options_(Preflight()),
      wrong_method_(http::ErrorResponse(405, "Method Not Allowed",
                                        readers_ == Readers::kAnyPage
                                            ? "Allow: GET, HEAD, OPTIONS\r\n"
                                            : "Allow: GET, HEAD\r\n")) {
  for (auto* copy : {&content.brotli, &content.gzip}) {
    if (*copy && (*copy)->size() >= content.identity.size()) copy->reset();
  }
  codings_ = {.brotli = content.brotli.has_value(), .gzip = content.gzip.has_value()};
  const auto put = [&](http::Coding coding, std::string bytes) {
    variants_.at(static_cast<std::size_t>(coding)) = MakeVariant(content, coding, std::move(bytes));
  };
  if (content.brotli) put(http::Coding::kBrotli, *std::move(content.brotli));
  if (content.gzip) put(http::Coding::kGzip, *std::move(content.gzip));
  put(http::Coding::kIdentity, std::move(content.identity));
}

Resource::Variant Resource::MakeVariant(const Content& content, http::Coding coding,
                                        std::string bytes) const {
  std::string lines = content.lines;
  lines += ReaderLines(readers_);
  lines += "Cache-Control: " + content.cache_control + "\r\n";
  if (codings_.brotli || codings_.gzip) lines += kVary;

  // The ETag covers the header lines: after a 304 a browser keeps its old policy, so a changed
  // policy must change the ETag.
  std::string tagged(http::CodingName(coding));
  tagged += '\n' + content.type + '\n' + lines + '\n' + bytes;
  const auto digest = Sha256(BytesOf(tagged));
  Variant variant;
  variant.etag = '"' + HexEncode(std::span(digest).first(kTagBytes)) + '"';

  const bool found = content.status == 200;
  if (found) {
    lines += "ETag: " + variant.etag + "\r\n";
    variant.not_modified = http::ResponseBuilder(304).Lines(lines).Empty();
  }
  if (coding != http::Coding::kIdentity) {
    lines += "Content-Encoding: ";
    lines += http::CodingName(coding);
    lines += "\r\n";
  }
  variant.found =
      http::ResponseBuilder(content.status).Lines(lines).Body(content.type, std::move(bytes));
  if (!found) variant.not_modified = variant.found;
  return variant;
}

http::Response Resource::Respond(const http::Request& request,
                                 const std::shared_ptr<const void>& keeper) const {
  if (request.method == http::Method::kOptions && readers_ == Readers::kAnyPage) {
    return KeptBy(keeper, options_);
  }
  if (request.method != http::Method::kGet && request.method != http::Method::kHead) {
    return KeptBy(keeper, wrong_method_);
  }
  const auto coding = http::ChooseCoding(request.accept_encoding, codings_);
  if (!coding) return KeptBy(keeper, not_acceptable_);
  const auto& variant = variants_.at(static_cast<std::size_t>(*coding));
  const bool is_fresh =
      !request.if_none_match.empty() && (request.if_none_match == variant.etag ||
                                         http::NoneMatchHits(request.if_none_match, variant.etag));
  return KeptBy(keeper, is_fresh ? variant.not_modified : variant.found);
}

std::string Base64(const Sha256Digest& digest) {
  std::array<unsigned char, 4 * ((sizeof(Sha256Digest) + 2) / 3) + 1> text{};
  EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {text.begin(), text.end() - 1};
}

std::string Brotli(std::string_view bytes, Effort effort) {
  constexpr int kQuick = 4;
  const int quality = effort == Effort::kBest ? BROTLI_MAX_QUALITY : kQuick;
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size());
  std::string out(size, '\0');
  const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  auto* to = reinterpret_cast<std::uint8_t*>(out.data());
  if (BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(), in,
                            &size, to) == BROTLI_FALSE) {
    throw std::runtime_error("brotli ran out of memory");
  }
  out.resize(size);
  return out;
}

std::string Gzip(std::string_view bytes, Effort effort) {
  const int level = effort == Effort::kBest ? Z_BEST_COMPRESSION : Z_BEST_SPEED;
  constexpr int kGzipWindow = 15 + 16;  // zlib.h: 15 window bits, and 16 to write a gzip header
  constexpr int kMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib ran out of memory");
  }
  std::string in(bytes);  // zlib takes a non-const pointer
  std::string out(deflateBound(&stream, static_cast<uLong>(in.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (done != Z_STREAM_END) throw std::runtime_error("zlib did not finish");
  return out;
}

ContentType ContentTypeOf(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot != std::string_view::npos) {
    for (const auto& row : kTypes) {
      if (http::SameToken(row.ending, name.substr(dot + 1))) return row.type;
    }
  }
  return {"application/octet-stream", false};
}

}  // namespace prichal::site
