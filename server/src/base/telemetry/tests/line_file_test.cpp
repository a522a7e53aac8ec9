#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/telemetry/log.h"
#include "base/tests/fixture_file_size.h"
#include "base/tests/fixture_tree.h"

namespace prichal::telemetry {
namespace {

class LineFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<LineFile> Open() {
    auto file =
        LineFile::Open(path_, [this](const std::string& reason) { health_.push_back(reason); });
    EXPECT_TRUE(file.has_value()) << file.error();
    return *std::move(file);
  }
  [[nodiscard]] static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  FixtureTree folder_;
  std::string path_ = folder_.path("audit.log");
  std::vector<std::string> health_;
};

TEST_F(LineFileTest, AppendsToExistingFile) {
  Open()->Write("one\n");
  Open()->Write("two\n");
  EXPECT_EQ(Read(path_), "one\ntwo\n");
  struct stat facts {};
  ASSERT_EQ(stat(path_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0137U, 0U) << "others may not read it";
  EXPECT_TRUE(health_.empty());
}

TEST_F(LineFileTest, ReopensAfterRotation) {
  const auto file = Open();
  file->Write("one\n");
  std::filesystem::rename(path_, path_ + ".1");
  file->Write("two\n");
  ASSERT_TRUE(file->Reopen().has_value());
  file->Write("three\n");
  EXPECT_EQ(Read(path_ + ".1"), "one\ntwo\n");
  EXPECT_EQ(Read(path_), "three\n");
}

TEST_F(LineFileTest, KeepsOldFileIfReopenFails) {
  const auto file = Open();
  std::filesystem::rename(path_, path_ + ".1");
  std::filesystem::create_directory(path_);
  const auto reopened = file->Reopen();
  ASSERT_FALSE(reopened.has_value());
  EXPECT_EQ(reopened.error(), "Is a directory");
  file->Write("one\n");
  EXPECT_EQ(Read(path_ + ".1"), "one\n");
}

TEST_F(LineFileTest, RejectsNonRegularFiles) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(LineFile::Open(path_, {}).has_value());
  EXPECT_EQ(LineFile::Open("/dev/null", {}).error(), "not a regular file");
  EXPECT_EQ(LineFile::Open(folder_.path("none/audit.log"), {}).error(),
            "No such file or directory");
}

TEST_F(LineFileTest, CountsLostLinesAndTerminatesTornLine) {
  const auto file = Open();
  file->Write("0123456\n");
  {
    const FileSizeLimit limit(12);
    file->Write("0123456\n");  // written in part
    file->Write("another\n");  // not written
  }
  EXPECT_EQ(file->lost(), 2U);
  file->Write("last\n");
  EXPECT_EQ(Read(path_), "0123456\n0123\nlast\n");
  EXPECT_EQ(health_, (std::vector<std::string>{"File too large", ""}));
  EXPECT_EQ(file->lost(), 2U);
}

}  // namespace
}  // namespace prichal::telemetry
