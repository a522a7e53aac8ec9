#include "chaos/disk/disk_report.h"

namespace prichal::chaos {

void DiskReport::Add(const DiskReport& other) {
  losses += other.losses;
  failures += other.failures;
  acknowledged += other.acknowledged;
  checks += other.checks;
  for (const auto& [what, count] : other.seen) seen[what] += count;
  wrong.insert(wrong.end(), other.wrong.begin(), other.wrong.end());
}

}  // namespace prichal::chaos
