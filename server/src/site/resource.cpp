#include "site/resource.h"

#include <span>
#include <utility>

#include "base/hex.h"
#include "site/digest.h"
#include "http/codec/response_builder.h"

namespace prichal::host {
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
  const auto digest = Sha256(tagged);
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

}  // namespace prichal::host
