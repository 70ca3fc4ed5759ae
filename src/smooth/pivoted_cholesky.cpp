#include "smooth/pivoted_cholesky.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace cuelab::smooth {

PivotedCholesky::PivotedCholesky(std::size_t n)
    : n_(n), a_(n * n), factor_(n), order_(n), work_(n) {}

void PivotedCholesky::scale() {
  for (std::size_t i = 0; i < n_; ++i) {
    const double diagonal = at(i, i);
    factor_[i] = diagonal > 0.0 && std::isfinite(diagonal) ? 1.0 / std::sqrt(diagonal) : 0.0;
  }
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) at(i, j) *= factor_[i] * factor_[j];
  }
}

void PivotedCholesky::exchange(std::size_t k, std::size_t p) {
  if (p == k) return;
  std::swap(order_[k], order_[p]);
  std::swap(at(k, k), at(p, p));
  for (std::size_t j = 0; j < k; ++j) std::swap(at(k, j), at(p, j));
  for (std::size_t i = k + 1; i < p; ++i) std::swap(at(i, k), at(p, i));
  for (std::size_t i = p + 1; i < n_; ++i) std::swap(at(i, k), at(i, p));
}

bool PivotedCholesky::factorise() {
  scale();
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (rank_ = 0; rank_ < n_; ++rank_) {
    const std::size_t k = rank_;
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n_; ++i) {
      if (at(i, i) > at(p, p)) p = i;
    }
    exchange(k, p);

    const double pivot = at(k, k);  // the first one is 1, after scaling
    if (!(pivot > least_pivot)) return false;
    for (std::size_t i = k + 1; i < n_; ++i) {
      const double l = at(i, k) / pivot;
      for (std::size_t j = k + 1; j <= i; ++j) at(i, j) -= l * at(j, k);
    }
    for (std::size_t i = k + 1; i < n_; ++i) at(i, k) /= pivot;
  }
  return true;
}

void PivotedCholesky::solve(double* b) {
  for (std::size_t k = 0; k < rank_; ++k) {
    double x = factor_[order_[k]] * b[order_[k]];
    for (std::size_t j = 0; j < k; ++j) x -= at(k, j) * work_[j];
    work_[k] = x;
  }
  for (std::size_t k = rank_; k-- > 0;) {
    double x = work_[k] / at(k, k);
    for (std::size_t i = k + 1; i < rank_; ++i) x -= at(i, k) * work_[i];
    work_[k] = x;
  }
  for (std::size_t k = 0; k < n_; ++k) {
    b[order_[k]] = k < rank_ ? factor_[order_[k]] * work_[k] : 0.0;
  }
}

}  // namespace cuelab::smooth
