#pragma once

#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::http {

/// Request methods that the server knows.
enum class Method { kGet, kHead, kPost, kDelete, kOptions, kOther };

/// Methods are case-sensitive (RFC 9110 section 9.1): "get" is kOther.
[[nodiscard]] Method MethodOf(std::string_view name);

/// Returns "GET" and so on. Empty for kOther.
[[nodiscard]] std::string_view NameOf(Method method);

/// A parsed request. All views point into the connection's buffer and are valid only during the
/// handler call; a handler that responds later must copy. Header values are trimmed (RFC 9110
/// section 5.5); an absent header is an empty view.
struct Request {
  Method method = Method::kOther;
  std::string_view target;  ///< as received, in origin form: "/bridge/events?client_id=…"
  std::string_view path;    ///< target before the first '?', not percent-decoded
  std::string_view query;   ///< target after the first '?', not decoded

  std::string_view host;
  std::string_view origin;
  std::string_view accept;
  std::string_view accept_encoding;
  std::string_view accept_language;
  std::string_view if_none_match;
  std::string_view user_agent;
  std::string_view last_event_id;
  std::string_view content_type;
  std::string_view authorization;

  /// All header lines as received, each with CRLF, for rarely used headers. See RemoveLastField().
  std::string_view lines;

  std::string_view body;
};

/// Why a request cannot be parsed. The connection sends this response and closes, because the start
/// of the next request is unknown.
struct Refusal {
  int status = 400;
  std::string_view reason;  ///< static text for the response
};

/// The most frequent one, used in several places.
inline constexpr Refusal kBadRequestLine{.status = 400, .reason = "malformed request line"};

/// Percent-decodes a query component; '+' becomes a space. Empty if an escape is truncated or not
/// hex. Any thread.
[[nodiscard]] std::optional<std::string> DecodeQueryComponent(std::string_view text);

/// Returns all parameters that a Query would find, decoded, sorted by name and encoded again.
/// Parameters of one name keep their order. Letters, digits and "-_.~" are unchanged, a space
/// becomes '+', all other bytes %XX.
[[nodiscard]] std::string SortedQuery(std::string_view raw);

/// Parameters of a URL query, parsed as the bridges in use parse them (Go's net/url). Pairs are
/// separated by '&'. A pair with a ';' or an invalid escape is ignored. The first of several
/// parameters with one name counts; a name without '=' has an empty value. Names are
/// case-sensitive. Not thread-safe.
class Query {
 public:
  /// `raw` must outlive the object.
  explicit Query(std::string_view raw);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query() = default;

  /// Returns the first value of `name`, decoded. Empty if the parameter is absent. The view is
  /// valid as long as the object.
  [[nodiscard]] std::optional<std::string_view> First(std::string_view name) const;

 private:
  struct Parameter {
    std::string_view name;
    std::string_view value;
  };

  /// Empty if an escape is invalid.
  [[nodiscard]] std::optional<std::string_view> Decode(std::string_view text);

  std::vector<Parameter> parameters_;
  std::forward_list<std::string> decoded_;  ///< values that differ from their text in `raw`
};

}  // namespace prichal::http
