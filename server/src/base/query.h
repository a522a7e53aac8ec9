#pragma once

#include <optional>
#include <string>
#include <string_view>

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
  explicit Query(std::string_view raw) : raw_(raw) {}

  /// The first value of `name`, decoded; nothing when the parameter is absent.
  [[nodiscard]] std::optional<std::string> First(std::string_view name) const;

 private:
  std::string_view raw_;
};

}  // namespace prichal
