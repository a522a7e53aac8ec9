#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/secret.h"
#include "base/tests/fixture_file_size.h"
#include "base/tests/fixture_tree.h"

namespace prichal {
namespace {

using From = PrivateFile::From;

constexpr std::size_t kMost = 100;

std::string Reason(const std::string& path, From from) {
  const auto read = PrivateFile::Read(path, kMost, from);
  return read ? "(read)" : read.error();
}

unsigned ModeOf(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
}

class PrivateFileTest : public ::testing::Test {
 protected:
  std::string Make(const std::string& name, mode_t mode) {
    tree_.Write(name, "secret");
    chmod(tree_.path(name).c_str(), mode);
    return tree_.path(name);
  }
  FixtureTree tree_;
};

TEST_F(PrivateFileTest, ReadsFileThatOnlyOwnerCanAccess) {
  for (const mode_t mode : {0600U, 0400U, 0700U}) {
    const auto read = PrivateFile::Read(Make("file", mode), kMost, From::kOurFolder);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->view(), "secret");
    unlink(tree_.path("file").c_str());
  }
}

TEST_F(PrivateFileTest, RejectsFileOpenToOthersAndNamesFix) {
  const std::string path = Make("file", 0640);
  EXPECT_EQ(Reason(path, From::kOurFolder),
            "\"" + path +
                "\" is a secret, but its group can access it (mode 0640). Fix: chmod 600 " + path);
  chmod(path.c_str(), 0644);
  EXPECT_EQ(Reason(path, From::kOurFolder),
            "\"" + path +
                "\" is a secret, but other users can access it (mode 0644). Fix: chmod 600 " +
                path);
  for (const mode_t mode : {0604U, 0602U, 0601U, 0620U, 0610U}) {
    chmod(path.c_str(), mode);
    EXPECT_NE(Reason(path, From::kOurFolder), "(read)") << std::oct << mode;
  }
}

TEST_F(PrivateFileTest, RejectsFileOfOtherUser) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const std::string path = Make("file", 0600);
  ASSERT_EQ(chown(path.c_str(), 54321, 54321), 0);
  const std::string expected = fmt::format(
      "\"{}\" belongs to user 54321, but this process runs as user 0. Fix: run it as user 54321, "
      "or chown 0 {}",
      path, path);
  for (const From from : {From::kOurFolder, From::kOperator}) {
    EXPECT_EQ(Reason(path, from), expected);
  }
}

TEST_F(PrivateFileTest, ReadsGroupReadableSecretOwnedByRoot) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes files of root";
  // systemd's credentials look like this: the group permissions are those of an access list.
  const std::string path = Make("file", 0440);
  EXPECT_EQ(Reason(path, From::kOperator), "(read)");
  chmod(path.c_str(), 0444);
  EXPECT_EQ(Reason(path, From::kOperator),
            "\"" + path +
                "\" is a secret, but other users can access it (mode 0444). Fix: chmod 600 " +
                path);
  chmod(path.c_str(), 0460);
  EXPECT_NE(Reason(path, From::kOperator), "(read)");
}

TEST_F(PrivateFileTest, RejectsNonFilesWithoutBlocking) {
  EXPECT_EQ(Reason(tree_.path("none"), From::kOurFolder),
            "cannot read \"" + tree_.path("none") + "\": No such file or directory");
  EXPECT_EQ(Reason(tree_.path("none"), From::kOperator),
            "cannot read \"" + tree_.path("none") +
                "\": No such file or directory. Fix: name a file that the server's user can read");
  EXPECT_EQ(Reason(tree_.path(), From::kOurFolder),
            "\"" + tree_.path() + "\" is a folder. Fix: name a regular file");
  const std::string pipe = tree_.path("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(Reason(pipe, From::kOurFolder), "\"" + pipe + "\" is a pipe. Fix: name a regular file");
  EXPECT_EQ(Reason("/dev/zero", From::kOperator),
            "\"/dev/zero\" is a device. Fix: name a regular file");
  const std::string link = tree_.path("link");
  ASSERT_EQ(symlink(Make("file", 0600).c_str(), link.c_str()), 0);
  EXPECT_EQ(Reason(link, From::kOurFolder),
            "\"" + link + "\" is a symbolic link. Fix: replace it by the file");
  EXPECT_EQ(Reason(link, From::kOperator), "(read)") << "as mounted secrets are";
  tree_.Write("large", std::string(kMost + 1, 'x'));
  chmod(tree_.path("large").c_str(), 0600);
  EXPECT_EQ(Reason(tree_.path("large"), From::kOurFolder),
            "\"" + tree_.path("large") + "\" is larger than 100 bytes. Fix: name the right file");
}

TEST_F(PrivateFileTest, WritesPrivateFileUnderAnyUmask) {
  const mode_t before = umask(0);
  ASSERT_TRUE(PrivateFile::Write(tree_.path("new"), "one"));
  ASSERT_TRUE(PrivateFile::PrepareFolder(tree_.path("folder")));
  umask(before);
  EXPECT_EQ(ModeOf(tree_.path("new")), 0600U);
  EXPECT_EQ(ModeOf(tree_.path("folder")), 0700U);
  ASSERT_TRUE(PrivateFile::Write(tree_.path("new"), "two"));
  const auto read = PrivateFile::Read(tree_.path("new"), kMost, From::kOurFolder);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->view(), "two");
  EXPECT_FALSE(std::filesystem::exists(tree_.path("new.tmp")));
}

TEST_F(PrivateFileTest, CreatesFileOnlyIfAbsent) {
  const std::string path = tree_.path("new");
  ASSERT_TRUE(PrivateFile::Create(path, "text"));
  EXPECT_EQ(ModeOf(path), 0600U);
  const auto again = PrivateFile::Create(path, "other");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error(), "\"" + path + "\" exists. Fix: name a new file");
  EXPECT_FALSE(PrivateFile::Create("/dev/tty", "text"));
  EXPECT_FALSE(PrivateFile::Create("/dev/stdout", "text"));
  const auto read = PrivateFile::Read(path, kMost, From::kOurFolder);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->view(), "text");
}

TEST_F(PrivateFileTest, DoesNotFollowLinkAtTemporaryName) {
  // A link exists at the temporary path.
  tree_.Write("victim", "untouched");
  ASSERT_EQ(symlink(tree_.path("victim").c_str(), tree_.path("new.tmp").c_str()), 0);
  ASSERT_TRUE(PrivateFile::Write(tree_.path("new"), "text"));
  std::ostringstream victim;
  victim << std::ifstream(tree_.path("victim")).rdbuf();
  EXPECT_EQ(victim.str(), "untouched");
}

TEST_F(PrivateFileTest, KeepsOldFileIfDiskIsFull) {
  ASSERT_TRUE(PrivateFile::Write(tree_.path("file"), "before"));
  {
    const FileSizeLimit full(4);
    const auto written = PrivateFile::Write(tree_.path("file"), "afterwards");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error(), "cannot write \"" + tree_.path("file.tmp") + "\": File too large");
  }
  const auto read = PrivateFile::Read(tree_.path("file"), kMost, From::kOurFolder);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->view(), "before");
  EXPECT_FALSE(std::filesystem::exists(tree_.path("file.tmp")));
}

TEST_F(PrivateFileTest, RejectsFolderOpenToOthers) {
  const std::string folder = tree_.path("folder");
  ASSERT_TRUE(PrivateFile::PrepareFolder(folder));
  ASSERT_TRUE(PrivateFile::PrepareFolder(folder)) << "again";
  chmod(folder.c_str(), 0750);
  const auto open = PrivateFile::PrepareFolder(folder);
  ASSERT_FALSE(open);
  EXPECT_EQ(open.error(),
            "\"" + folder +
                "\" holds keys, but other users can access it (mode 0750). Fix: chmod 700 " +
                folder);
  const auto file = PrivateFile::PrepareFolder(Make("file", 0600));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error(), "\"" + tree_.path("file") + "\" is not a folder. Fix: move it away");
  const auto deep = PrivateFile::PrepareFolder(tree_.path("none/below"));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error(),
            "cannot create \"" + tree_.path("none/below") + "\": No such file or directory");
}

TEST_F(PrivateFileTest, OverwritesBytesBeforeRemovingFile) {
  const std::string path = Make("file", 0600);
  // A second link shows the content after the file is erased.
  ASSERT_EQ(link(path.c_str(), tree_.path("other").c_str()), 0);
  ASSERT_TRUE(PrivateFile::Erase(path));
  EXPECT_FALSE(std::filesystem::exists(path));
  std::ostringstream bytes;
  bytes << std::ifstream(tree_.path("other")).rdbuf();
  EXPECT_EQ(bytes.str(), std::string(6, '\0'));
  EXPECT_TRUE(PrivateFile::Erase(path)) << "one that is not there";
}

TEST_F(PrivateFileTest, ErasesLinkAndNotItsTarget) {
  tree_.Write("victim", "untouched");
  ASSERT_EQ(symlink(tree_.path("victim").c_str(), tree_.path("link").c_str()), 0);
  ASSERT_TRUE(PrivateFile::Erase(tree_.path("link")));
  EXPECT_FALSE(std::filesystem::exists(tree_.path("link")));
  std::ostringstream victim;
  victim << std::ifstream(tree_.path("victim")).rdbuf();
  EXPECT_EQ(victim.str(), "untouched");
}

}  // namespace
}  // namespace prichal
