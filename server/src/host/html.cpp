#include "host/html.h"

#include <algorithm>
#include <array>

#include "http/token.h"

namespace prichal::host {
namespace {

using std::string_view;

constexpr string_view kSpace = " \t\r\n\f";

bool IsSpace(char c) { return kSpace.find(c) != string_view::npos; }

bool StartsWithToken(string_view text, string_view token) {
  return text.size() >= token.size() && http::SameToken(text.substr(0, token.size()), token);
}

/// Walks over one start tag.
class Tag {
 public:
  /// `text` begins after the '<'.
  explicit Tag(string_view text) : text_(text) {
    name_ = Take([](char c) { return !IsSpace(c) && c != '>' && c != '/'; });
  }

  [[nodiscard]] string_view name() const { return name_; }
  [[nodiscard]] std::size_t position() const { return position_; }

  struct Attribute {
    string_view name;
    string_view value;
  };

  /// False at the end of the tag, which is then behind us.
  bool Next(Attribute& attribute) {
    Take([](char c) { return IsSpace(c) || c == '/'; });
    if (AtEnd()) return false;
    if (text_[position_] == '>') {
      ++position_;
      return false;
    }
    attribute.name = Take([first = true](char c) mutable {
      const bool more = first || (!IsSpace(c) && c != '>' && c != '/' && c != '=');
      first = false;
      return more;
    });
    attribute.value = {};
    Take(IsSpace);
    if (AtEnd() || text_[position_] != '=') return true;
    ++position_;
    Take(IsSpace);
    if (!AtEnd() && (text_[position_] == '"' || text_[position_] == '\'')) {
      const char quote = text_[position_++];
      attribute.value = Take([quote](char c) { return c != quote; });
      if (!AtEnd()) ++position_;
    } else {
      attribute.value = Take([](char c) { return !IsSpace(c) && c != '>'; });
    }
    return true;
  }

 private:
  [[nodiscard]] bool AtEnd() const { return position_ >= text_.size(); }

  template <typename Predicate>
  string_view Take(Predicate wanted) {
    const auto start = position_;
    while (!AtEnd() && wanted(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
  }

  string_view text_;
  string_view name_;
  std::size_t position_ = 0;
};

/// Where the content of a raw text element ends: at `</name` and a space, '/' or '>'.
std::size_t ContentLength(string_view text, string_view name) {
  for (auto at = text.find("</"); at != string_view::npos; at = text.find("</", at + 2)) {
    const auto rest = text.substr(at + 2);
    if (StartsWithToken(rest, name) && rest.size() > name.size()) {
      const char next = rest[name.size()];
      if (IsSpace(next) || next == '/' || next == '>') return at;
    }
  }
  return text.size();
}

bool HasRawText(string_view name) {
  constexpr std::array<string_view, 4> kRaw{"script", "style", "title", "textarea"};
  return std::any_of(kRaw.begin(), kRaw.end(),
                     [&](string_view raw) { return http::SameToken(raw, name); });
}

/// Calls `take` for every element whose content is text, in the order of the html: with its name,
/// and with what it would be as a script.
template <typename TakeElement>
void WalkRawText(string_view html, TakeElement take) {
  std::size_t at = 0;
  while ((at = html.find('<', at)) != string_view::npos) {
    ++at;
    const auto rest = html.substr(at);
    if (rest.starts_with("!--")) {
      // "-->" ends a comment, and so do the short forms "<!-->" and "<!--->".
      const auto end = html.find("-->", at + 1);
      if (end == string_view::npos) break;
      at = end + 3;
      continue;
    }
    if (rest.empty() || ((rest[0] | 0x20) < 'a' || (rest[0] | 0x20) > 'z')) continue;
    Tag tag(rest);
    Script script;
    Tag::Attribute attribute;
    while (tag.Next(attribute)) {
      if (http::SameToken(attribute.name, "type")) script.type = attribute.value;
      if (http::SameToken(attribute.name, "id")) script.id = attribute.value;
      if (http::SameToken(attribute.name, "src")) {
        script.external = true;
        script.source = attribute.value;
      }
    }
    at += tag.position();
    if (!HasRawText(tag.name())) continue;
    script.content = html.substr(at, ContentLength(html.substr(at), tag.name()));
    at += script.content.size();
    take(tag.name(), script);
  }
}

}  // namespace

std::vector<Script> FindScripts(string_view html) {
  std::vector<Script> scripts;
  WalkRawText(html, [&](string_view name, const Script& element) {
    if (http::SameToken(name, "script")) scripts.push_back(element);
  });
  return scripts;
}

std::vector<string_view> FindStyles(string_view html) {
  std::vector<string_view> styles;
  WalkRawText(html, [&](string_view name, const Script& element) {
    if (http::SameToken(name, "style")) styles.push_back(element.content);
  });
  return styles;
}

bool RunsInline(const Script& script) {
  // JavaScript's media types: HTML, section 4.12.1; WHATWG MIME Sniffing, section 4.6.
  constexpr std::array<string_view, 9> kRun{
      "",
      "module",
      "importmap",
      "speculationrules",
      "text/javascript",
      "application/javascript",
      "text/ecmascript",
      "application/ecmascript",
      "application/x-javascript",
  };
  const auto type = http::TrimSpace(script.type);
  return !script.external && std::any_of(kRun.begin(), kRun.end(), [&](string_view run) {
    return http::SameToken(run, type);
  });
}

std::string NormalizedContent(string_view content) {
  std::string out;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    if (c != '\r') {
      out += c;
    } else if (i + 1 == content.size() || content[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

}  // namespace prichal::host
