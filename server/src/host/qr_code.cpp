#include "host/qr_code.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace prichal::host {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kLastVersion = 20;
constexpr int kQuietZone = 4;

/// Level L of table 9, by version: error correction codewords a block, and blocks.
constexpr std::array<int, kLastVersion + 1> kCheckBytes{0,  7,  10, 15, 20, 26, 18, 20, 24, 30, 18,
                                                        20, 24, 26, 30, 22, 24, 28, 30, 28, 28};
constexpr std::array<int, kLastVersion + 1> kBlocks{0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4,
                                                    4, 4, 4, 4, 6, 6, 6, 6, 7, 8};

int At(const std::array<int, kLastVersion + 1>& table, int version) {
  return table.at(static_cast<std::size_t>(version));
}

int SizeOf(int version) { return 17 + 4 * version; }

/// Where the alignment patterns stand on either axis (annex E): the first at 6, the last six
/// squares from the edge, the others an even distance apart, counted from the last.
std::vector<int> AlignmentPositions(int version) {
  if (version == 1) return {};
  const int count = version / 7 + 2;
  const int gaps = count - 1;
  const int last = SizeOf(version) - 7;
  const int step = (last - 6 + gaps * 2 - 1) / (gaps * 2) * 2;
  std::vector<int> positions{6};
  for (int i = gaps - 1; i >= 0; --i) positions.push_back(last - i * step);
  return positions;
}

/// How many codewords there is room for, of data and of error correction together.
int Codewords(int version) {
  const int size = SizeOf(version);
  int squares = size * size;
  squares -= 3 * 8 * 8;        // finder patterns with their separators
  squares -= 2 * 15 + 1;       // format information and the dark square
  squares -= 2 * (size - 16);  // timing patterns
  const auto count = static_cast<int>(AlignmentPositions(version).size());
  if (count > 0) {
    // All crossings but the three under finder patterns; those on a timing pattern share five.
    squares -= 25 * (count * count - 3) - 2 * 5 * (count - 2);
  }
  if (version >= 7) squares -= 2 * 18;  // version information
  return squares / 8;
}

int DataCodewords(int version) {
  return Codewords(version) - At(kCheckBytes, version) * At(kBlocks, version);
}

/// Bits of the length before the bytes (table 3).
int LengthBits(int version) { return version < 10 ? 8 : 16; }

/// Product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1 (section 7.5.2).
std::uint8_t Multiply(std::uint8_t a, std::uint8_t b) {
  unsigned product = 0;
  for (int bit = 7; bit >= 0; --bit) {
    product = (product << 1) ^ ((product >> 7) * 0x11D);
    product ^= ((b >> bit) & 1U) * a;
  }
  return static_cast<std::uint8_t>(product);
}

/// Coefficients of (x - 1)(x - 2)(x - 4)… without the leading one.
Bytes Generator(int degree) {
  Bytes generator(static_cast<std::size_t>(degree));
  generator.back() = 1;
  std::uint8_t root = 1;
  for (int i = 0; i < degree; ++i) {
    for (std::size_t j = 0; j < generator.size(); ++j) {
      generator[j] = Multiply(generator[j], root);
      if (j + 1 < generator.size()) generator[j] ^= generator[j + 1];
    }
    root = Multiply(root, 2);
  }
  return generator;
}

/// What is left of data * x^n divided by the generator.
Bytes Remainder(const Bytes& data, const Bytes& generator) {
  Bytes rest(generator.size());
  for (const auto byte : data) {
    const auto factor = static_cast<std::uint8_t>(byte ^ rest.front());
    rest.erase(rest.begin());
    rest.push_back(0);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] ^= Multiply(generator[i], factor);
  }
  return rest;
}

/// The text as data codewords: mode, length, bytes, end mark, padding (section 7.4).
Bytes DataOf(std::string_view text, int version) {
  std::vector<bool> bits;
  const auto put = [&](unsigned value, int count) {
    for (int bit = count - 1; bit >= 0; --bit) bits.push_back(((value >> bit) & 1U) != 0);
  };
  put(0b0100, 4);
  put(static_cast<unsigned>(text.size()), LengthBits(version));
  for (const char c : text) put(static_cast<unsigned char>(c), 8);
  const auto room = static_cast<std::size_t>(DataCodewords(version)) * 8;
  for (int i = 0; i < 4 && bits.size() < room; ++i) bits.push_back(false);
  while (bits.size() % 8 != 0) bits.push_back(false);
  for (unsigned pad = 0xEC; bits.size() < room; pad ^= 0xEC ^ 0x11) put(pad, 8);

  Bytes data(bits.size() / 8);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) data[i / 8] |= static_cast<std::uint8_t>(0x80 >> (i % 8));
  }
  return data;
}

/// Data and error correction in the order in which they are drawn (section 7.6).
Bytes Interleave(const Bytes& data, int version) {
  const auto count = static_cast<std::size_t>(At(kBlocks, version));
  const auto generator = Generator(At(kCheckBytes, version));
  std::vector<Bytes> blocks;
  std::vector<Bytes> checks;
  std::size_t start = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // The last blocks are a byte longer where it does not come out even.
    const bool longer = i >= count - data.size() % count;
    const std::size_t length = data.size() / count + (longer ? 1 : 0);
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(start);
    blocks.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
    checks.push_back(Remainder(blocks.back(), generator));
    start += length;
  }
  Bytes drawn;
  for (const auto* parts : {&blocks, &checks}) {
    for (std::size_t i = 0; i < parts->back().size(); ++i) {
      for (const auto& part : *parts) {
        if (i < part.size()) drawn.push_back(part[i]);
      }
    }
  }
  return drawn;
}

/// Appends to a value what is left of it divided by a generator: the BCH codes of annexes C and D.
unsigned WithCheckBits(unsigned value, unsigned generator, int degree) {
  unsigned rest = value << degree;
  for (int bit = 31; bit >= degree; --bit) {
    if (((rest >> bit) & 1U) != 0) rest ^= generator << (bit - degree);
  }
  return (value << degree) | rest;
}

/// Whether a mask turns a square over (table 10).
bool Masked(int mask, int x, int y) {
  switch (mask) {
    case 0:
      return (x + y) % 2 == 0;
    case 1:
      return y % 2 == 0;
    case 2:
      return x % 3 == 0;
    case 3:
      return (x + y) % 3 == 0;
    case 4:
      return (y / 2 + x / 3) % 2 == 0;
    case 5:
      return x * y % 2 + x * y % 3 == 0;
    case 6:
      return (x * y % 2 + x * y % 3) % 2 == 0;
    default:
      return ((x + y) % 2 + x * y % 3) % 2 == 0;
  }
}

/// Calls with each line of squares, rows and columns, as text of '0' and '1'.
template <typename Visit>
void EachLine(const QrCode& code, Visit visit) {
  for (const bool columns : {false, true}) {
    for (int a = 0; a < code.size(); ++a) {
      std::string line;
      for (int b = 0; b < code.size(); ++b) {
        line += (columns ? code.Dark(a, b) : code.Dark(b, a)) ? '1' : '0';
      }
      visit(line);
    }
  }
}

/// How hard a code is to read (section 7.8.3): the lower, the better.
int Penalty(const QrCode& code) {
  int penalty = 0;
  EachLine(code, [&](const std::string& line) {
    for (std::size_t start = 0; start < line.size();) {
      auto end = line.find_first_not_of(line[start], start);
      if (end == std::string::npos) end = line.size();
      if (end - start >= 5) penalty += static_cast<int>(end - start) - 2;
      start = end;
    }
    for (const auto* finder : {"10111010000", "00001011101"}) {
      for (auto at = line.find(finder); at != std::string::npos; at = line.find(finder, at + 1)) {
        penalty += 40;
      }
    }
  });
  int dark = 0;
  const int size = code.size();
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const bool here = code.Dark(x, y);
      dark += here ? 1 : 0;
      if (x + 1 < size && y + 1 < size && here == code.Dark(x + 1, y) &&
          here == code.Dark(x, y + 1) && here == code.Dark(x + 1, y + 1)) {
        penalty += 3;
      }
    }
  }
  // Ten for each full five per cent off the half.
  return penalty + std::abs(dark * 20 - size * size * 10) / (size * size) * 10;
}

}  // namespace

/// Draws one code: first what every code of the version has, then the data around it.
class QrPainter {
 public:
  explicit QrPainter(int version)
      : version_(version), code_(SizeOf(version)), fixed_(code_.dark_.size()) {
    DrawFixed();
  }

  /// Up and down in columns two wide, from the right, around what is fixed (section 7.7.3).
  void DrawData(const Bytes& bytes) {
    std::size_t bit = 0;
    bool up = true;
    for (int right = code_.size() - 1; right > 0; right -= 2) {
      if (right == 6) --right;  // the timing pattern's own column
      for (int i = 0; i < code_.size(); ++i) {
        for (const int x : {right, right - 1}) {
          const int y = up ? code_.size() - 1 - i : i;
          if (fixed_[Index(x, y)] || bit / 8 >= bytes.size()) continue;
          code_.dark_[Index(x, y)] = ((bytes[bit / 8] >> (7 - bit % 8)) & 1) != 0;
          ++bit;
        }
      }
      up = !up;
    }
  }

  [[nodiscard]] QrCode WithMask(int mask) const {
    QrPainter copy = *this;
    for (int y = 0; y < code_.size(); ++y) {
      for (int x = 0; x < code_.size(); ++x) {
        const auto at = Index(x, y);
        if (!fixed_[at] && Masked(mask, x, y)) copy.code_.dark_[at] = !code_.dark_[at];
      }
    }
    copy.DrawFormat(mask);
    return copy.code_;
  }

 private:
  [[nodiscard]] std::size_t Index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(code_.size()) +
           static_cast<std::size_t>(x);
  }

  void Fix(int x, int y, bool dark) {
    if (x < 0 || y < 0 || x >= code_.size() || y >= code_.size()) return;
    code_.dark_[Index(x, y)] = dark;
    fixed_[Index(x, y)] = true;
  }

  /// Squares within squares; `light`: at these distances from the middle.
  void DrawRings(int x, int y, int reach, std::initializer_list<int> light) {
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const int distance = std::max(std::abs(dx), std::abs(dy));
        bool dark = true;
        for (const int each : light) dark = dark && distance != each;
        Fix(x + dx, y + dy, dark);
      }
    }
  }

  void DrawFixed() {
    const int last = code_.size() - 1;
    for (int i = 0; i <= last; ++i) {
      Fix(6, i, i % 2 == 0);
      Fix(i, 6, i % 2 == 0);
    }
    const auto positions = AlignmentPositions(version_);
    for (const int y : positions) {
      for (const int x : positions) {
        const bool finder =
            (x == 6 && y == 6) || (x == 6 && y == last - 6) || (x == last - 6 && y == 6);
        if (!finder) DrawRings(x, y, 2, {1});
      }
    }
    DrawRings(3, 3, 4, {2, 4});
    DrawRings(last - 3, 3, 4, {2, 4});
    DrawRings(3, last - 3, 4, {2, 4});
    DrawFormat(0);
    if (version_ >= 7) DrawVersion();
  }

  /// Error correction L and the mask, twice (section 7.9).
  void DrawFormat(int mask) {
    constexpr unsigned kLevelL = 0b01;
    const auto bits =
        WithCheckBits((kLevelL << 3) | static_cast<unsigned>(mask), 0x537, 10) ^ 0x5412U;
    const int last = code_.size() - 1;
    for (int i = 0; i < 15; ++i) {
      const bool dark = ((bits >> i) & 1U) != 0;
      // Around the upper left finder pattern, past the timing patterns.
      if (i < 8) {
        Fix(8, i < 6 ? i : i + 1, dark);
      } else {
        Fix(i == 8 ? 7 : 14 - i, 8, dark);
      }
      // Beside the other two.
      if (i < 8) {
        Fix(last - i, 8, dark);
      } else {
        Fix(8, last - 14 + i, dark);
      }
    }
    Fix(8, last - 7, true);
  }

  /// The version, twice (section 7.10).
  void DrawVersion() {
    const auto bits = WithCheckBits(static_cast<unsigned>(version_), 0x1F25, 12);
    for (int i = 0; i < 18; ++i) {
      const bool dark = ((bits >> i) & 1U) != 0;
      const int far = code_.size() - 11 + i % 3;
      Fix(far, i / 3, dark);
      Fix(i / 3, far, dark);
    }
  }

  int version_;
  QrCode code_;
  std::vector<bool> fixed_;
};

bool QrCode::Dark(int x, int y) const {
  return x >= 0 && y >= 0 && x < size_ && y < size_ &&
         dark_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_) +
               static_cast<std::size_t>(x)];
}

std::optional<QrCode> QrCode::Encode(std::string_view text) {
  for (int version = 1; version <= kLastVersion; ++version) {
    const auto bits = 4 + static_cast<std::size_t>(LengthBits(version)) + text.size() * 8;
    if (bits > static_cast<std::size_t>(DataCodewords(version)) * 8) continue;
    QrPainter painter(version);
    painter.DrawData(Interleave(DataOf(text, version), version));
    std::optional<QrCode> best;
    int lowest = std::numeric_limits<int>::max();
    for (int mask = 0; mask < 8; ++mask) {
      auto code = painter.WithMask(mask);
      const int penalty = Penalty(code);
      if (penalty < lowest) {
        lowest = penalty;
        best = std::move(code);
      }
    }
    return best;
  }
  return std::nullopt;
}

std::string QrSvg(const QrCode& code) {
  const int side = code.size() + 2 * kQuietZone;
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">)"
      R"(<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path d=")",
      side);
  for (int y = 0; y < code.size(); ++y) {
    for (int x = 0; x < code.size(); ++x) {
      if (!code.Dark(x, y)) continue;
      const int start = x;
      while (code.Dark(x + 1, y)) ++x;
      svg += fmt::format("M{} {}h{}v1h-{}z", start + kQuietZone, y + kQuietZone, x - start + 1,
                         x - start + 1);
    }
  }
  return svg + R"("/></svg>)" + '\n';
}

}  // namespace prichal::host
