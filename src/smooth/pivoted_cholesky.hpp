#pragma once

#include <cstddef>
#include <vector>

namespace cuelab::smooth {

/// A x = b for a symmetric positive semidefinite A, by A = L D L^T with the greatest remaining
/// diagonal element as next pivot, which reveals the rank [Higham2002, section 10.3]. A is scaled
/// to a unit diagonal first, so that rows of different units compare. Allocates when made only;
/// the order of operations is fixed, so that the bits are the same everywhere.
class PivotedCholesky {
 public:
  /// Pivots below this part of the greatest count as zero.
  static constexpr double least_pivot = 1e-12;

  explicit PivotedCholesky(std::size_t n);

  /// Element of A to be set before factorise(), j <= i.
  double& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }

  /// Overwrites A. False if rows depend on each other or a number is not finite.
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
  std::vector<double> factor_;      ///< of each row's and column's scaling
  std::vector<std::size_t> order_;  ///< which row came k-th
  std::vector<double> work_;
};

}  // namespace cuelab::smooth
