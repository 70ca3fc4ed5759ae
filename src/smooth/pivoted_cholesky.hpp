#pragma once

#include <cstddef>
#include <vector>

namespace cuelab::smooth {

/// Solves A x = b for a symmetric positive semidefinite A, by A = L D L^T with the greatest
/// remaining diagonal element as next pivot, which reveals the rank [Higham2002, section 10.3]. A
/// is scaled to a unit diagonal first, which makes rows of different units comparable. Allocates on
/// construction only; the order of operations is fixed, so that the bits are the same everywhere.
class PivotedCholesky {
 public:
  /// Pivots below this fraction of the largest count as zero.
  static constexpr double least_pivot = 1e-12;

  explicit PivotedCholesky(std::size_t n);

  /// Element of A, j <= i; to be set before factorise().
  double& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }

  /// Overwrites A. False if rows are linearly dependent or an element is not finite.
  bool factorise();

  /// Number of independent rows found.
  std::size_t rank() const { return rank_; }

  /// b becomes the solution; zero for the rows that depend on others. Finite for finite b.
  void solve(double* b);

 private:
  void scale();
  void exchange(std::size_t k, std::size_t p);

  std::size_t n_;
  std::size_t rank_ = 0;
  std::vector<double> a_;           ///< lower triangle: A, then L below D
  std::vector<double> factor_;      ///< scaling of each row and column
  std::vector<std::size_t> order_;  ///< which row was the k-th pivot
  std::vector<double> work_;
};

}  // namespace cuelab::smooth
