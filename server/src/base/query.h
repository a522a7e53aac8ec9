#pragma once

#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal {

/// Percent-decoding of a query component; '+' is a space. Nothing for an escape that is cut short
/// or not hex.
[[nodiscard]] std::optional<std::string> DecodeQueryComponent(std::string_view text);

/// All parameters that a Query would find, decoded, by name, those of one name in their order, and
/// encoded anew: letters, digits and "-_.~" as they are, a space as '+', the rest as %XX.
[[nodiscard]] std::string SortedQuery(std::string_view raw);

/// The parameters of a URL's query, read as the bridges in use read them: pairs are split at '&';
/// a pair with a ';' or a broken escape does not exist; of several with one name the first counts;
/// a name without '=' has the empty value. Names are case-sensitive.
class Query {
 public:
  /// `raw` must outlive the object.
  explicit Query(std::string_view raw);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query() = default;

  /// The first value of `name`, decoded; nothing when the parameter is absent. Valid as long as
  /// the object.
  [[nodiscard]] std::optional<std::string_view> First(std::string_view name) const;

 private:
  struct Parameter {
    std::string_view name;
    std::string_view value;
  };

  /// Nothing when an escape is broken.
  [[nodiscard]] std::optional<std::string_view> Decode(std::string_view text);

  std::vector<Parameter> parameters_;
  std::forward_list<std::string> decoded_;  ///< those that were not in `raw` as they are
};

}  // namespace prichal
