#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// A `<script>` element of an HTML text. The views point into that text.
struct Script {
  std::string_view type;     ///< attribute, empty if absent
  std::string_view id;       ///< attribute, empty if absent
  bool external = false;     ///< has `src`: what stands inside is not run
  std::string_view source;   ///< that attribute as it is written, empty if absent
  std::string_view content;  ///< between the tags
};

/// Finds the script elements in the order of the text. Knows comments and the elements whose
/// content is text (title, style, textarea), which is all that a built page can confuse it with; it
/// is no tree builder (HTML, section 13.2.5).
[[nodiscard]] std::vector<Script> FindScripts(std::string_view html);

/// The contents of the style elements, found in the same way.
[[nodiscard]] std::vector<std::string_view> FindStyles(std::string_view html);

/// Whether a browser would run the content, or take it as an import map or speculation rules: such
/// inline scripts need a hash in the policy.
[[nodiscard]] bool RunsInline(const Script& script);

/// An element's content as a browser hashes it: line ends are LF (HTML, section 13.2.3.5).
[[nodiscard]] std::string NormalizedContent(std::string_view content);

}  // namespace prichal::host
