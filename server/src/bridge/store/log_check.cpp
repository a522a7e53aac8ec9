#include "bridge/store/log_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <vector>

namespace prichal::store {
namespace {

constexpr std::size_t kHeader = 32;
constexpr std::size_t kFrameHeader = 24;
/// The last bit says in which byte order sums are taken.
constexpr std::uint32_t kMagic = 0x377f0682;
constexpr std::size_t kLeastPage = 512;
constexpr std::size_t kLargestPage = 65'536;
constexpr std::size_t kSector = 512;  // of a disk; of larger ones a part

std::uint32_t BigEndian(const unsigned char* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24U | static_cast<std::uint32_t>(bytes[1]) << 16U |
         static_cast<std::uint32_t>(bytes[2]) << 8U | bytes[3];
}

std::uint32_t LittleEndian(const unsigned char* bytes) {
  return static_cast<std::uint32_t>(bytes[3]) << 24U | static_cast<std::uint32_t>(bytes[2]) << 16U |
         static_cast<std::uint32_t>(bytes[1]) << 8U | bytes[0];
}

/// The running sum over header and frames.
class Sum {
 public:
  explicit Sum(bool big_endian) : big_endian_(big_endian) {}

  /// `bytes`: a multiple of 8.
  void Add(std::span<const unsigned char> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
      first_ += Word(&bytes[at]) + second_;
      second_ += Word(&bytes[at + 4]) + first_;
    }
  }
  /// Goes on from where another frame says that it has come to.
  void Resume(const unsigned char* written) {
    first_ = BigEndian(written);
    second_ = BigEndian(written + 4);
  }
  [[nodiscard]] bool Is(const unsigned char* written) const {
    return first_ == BigEndian(written) && second_ == BigEndian(written + 4);
  }

 private:
  [[nodiscard]] std::uint32_t Word(const unsigned char* bytes) const {
    return big_endian_ ? BigEndian(bytes) : LittleEndian(bytes);
  }

  const bool big_endian_;
  std::uint32_t first_ = 0;
  std::uint32_t second_ = 0;
};

bool Read(std::ifstream& file, std::span<unsigned char> into) {
  file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
  return file.gcount() == static_cast<std::streamsize>(into.size());
}

}  // namespace

std::optional<std::string> DamageOfLog(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, kHeader> header{};
  if (!file || !Read(file, header)) return std::nullopt;
  const std::uint32_t magic = BigEndian(header.data());
  const std::size_t page = BigEndian(&header[8]);
  Sum sum((magic & 1U) != 0);
  sum.Add(std::span(header).first(kFrameHeader));
  if ((magic & ~1U) != kMagic || page < kLeastPage || page > kLargestPage || page % 8 != 0 ||
      !sum.Is(&header[kFrameHeader])) {
    // The head is on the disk before the first commit is written: alone it has been cut off itself.
    if (file.peek() == std::ifstream::traits_type::eof()) return std::nullopt;
    return "the head of its log cannot be read";
  }
  std::vector<unsigned char> frame(kFrameHeader + page);
  bool whole = true;
  int commits_behind = 0;
  int commits_in_row = 0;
  for (std::size_t at = kHeader; Read(file, frame); at += frame.size()) {
    // Frames of before the log began anew have another salt, and none of now lies behind them.
    if (!std::equal(&frame[8], &frame[16], &header[16])) {
      whole = false;
      commits_in_row = 0;
      continue;
    }
    sum.Add(std::span(frame).first(8));
    sum.Add(std::span(frame).subspan(kFrameHeader));
    const bool follows = sum.Is(&frame[16]);
    whole = whole && follows;
    if (whole) continue;
    // Commits that failed leave pieces one behind the other, each of which ends a row.
    if (!follows) commits_in_row = 0;
    sum.Resume(&frame[16]);
    // Its size of the database is in the last frame of each commit. Where a sector ends behind it,
    // it may be left from before, though the salt in the next sector is of now.
    const bool is_torn = (at + 8) % kSector == 0;
    if (!is_torn && BigEndian(&frame[4]) != 0) ++commits_in_row;
    commits_behind = std::max(commits_behind, commits_in_row);
  }
  // The last commit of all may have been under way, and its pages come to the disk in any order.
  if (commits_behind < 2) return std::nullopt;
  return fmt::format("{} commits in its log cannot be read", commits_behind);
}

}  // namespace prichal::store
