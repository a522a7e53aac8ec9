#pragma once

#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal {

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

}  // namespace prichal
