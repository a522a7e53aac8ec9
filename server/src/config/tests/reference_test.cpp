// Compares config/prichal.toml and config/prichal.schema.json, from which the site's reference is
// generated, with the table of keys.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/string.hpp>
#include <fstream>
#include <iterator>
#include <sstream>

#include "config/key.h"
#include "config/resolve.h"

namespace prichal::config {
namespace {

namespace json = boost::json;

std::string ReadRepositoryFile(const std::string& path) {
  std::ifstream file(std::string(PRICHAL_REPOSITORY) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Note for keys that SIGHUP does not change.
const char* AtStart(const Key& key) { return key.at_start ? " Restart to apply." : ""; }

/// Wraps a text to lines of at most 78 characters that begin with "# ".
std::string Comment(const std::string& text) {
  constexpr std::size_t kWidth = 78;
  std::string lines;
  std::string line = "#";
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() + 1 + word.size() > kWidth) {
      lines += line + "\n";
      line = "#";
    }
    line += " " + word;
  }
  return lines + line + "\n";
}

/// Returns the lines of a key in config/prichal.toml.
std::string FileEntry(const Key& key) {
  return fmt::format("\n{}#{} = {}\n", Comment(std::string(key.doc) + AtStart(key)), key.name,
                     ToToml(DefaultOf(key)));
}

/// Returns the texts that `make` makes of all keys, each section under `head`.
std::string Sections(const std::function<std::string(const Key&)>& make,
                     const std::function<std::string(std::string_view)>& head) {
  std::string text;
  std::string_view section;
  for (const auto& key : Keys()) {
    if (key.section != section) text += head(section = key.section);
    text += make(key);
  }
  return text;
}

TEST(Reference, FileListsEveryKeyWithItsDefault) {
  const auto file = ReadRepositoryFile("config/prichal.toml");
  const auto start = file.find("\n[server]");
  ASSERT_NE(start, std::string::npos);
  EXPECT_EQ(file.substr(start), Sections(FileEntry, [](std::string_view section) {
              return fmt::format("\n[{}]\n", section);
            }));
}

TEST(Reference, FileSetsNothingByDefault) {
  const auto given = ParseFile(ReadRepositoryFile("config/prichal.toml"), "prichal.toml");
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_TRUE(given->empty());
}

TEST(Reference, FileIsValidWithEveryLineUncommented) {
  auto text = ReadRepositoryFile("config/prichal.toml");
  for (auto at = text.find("\n#"); at != std::string::npos; at = text.find("\n#", at + 1)) {
    if (text[at + 2] != ' ' && text[at + 2] != '\n') text.erase(at + 1, 1);
  }
  auto given = ParseFile(text, "prichal.toml");
  ASSERT_TRUE(given) << given.error().text;
  EXPECT_EQ(given->size(), Keys().size());
  given->push_back({"dev.enabled", true, {From::kFlag, "--dev"}});
  EXPECT_EQ(TextsOf(Resolve(*given).problems), std::vector<std::string>{});
}

TEST(Reference, SchemaFileDescribesEveryKey) {
  const auto schema = json::parse(ReadRepositoryFile("config/prichal.schema.json"));
  EXPECT_EQ(schema, Schema());
  for (const auto& key : Keys()) {
    const auto& entry =
        schema.at("properties").at(key.section).at("properties").at(key.name).as_object();
    EXPECT_EQ(entry.at("x-doc"), json::string(key.doc));
    EXPECT_EQ(entry.at("x-allowed"), json::value(Allowed(key)));
    EXPECT_EQ(entry.at("x-restart"), key.at_start);
    EXPECT_EQ(entry.at("x-variable"), json::value(EnvironmentName(key)));
    EXPECT_EQ(entry.contains("x-flag"), !key.flag.empty());
  }
}

TEST(Reference, EveryDescriptionIsOneLineOfSentences) {
  for (const auto& key : Keys()) {
    EXPECT_GT(key.doc.size(), 20U) << FullName(key);
    EXPECT_TRUE(key.doc.ends_with('.')) << FullName(key);
    EXPECT_EQ(key.doc.find('\n'), std::string_view::npos) << FullName(key);
  }
}

}  // namespace
}  // namespace prichal::config
