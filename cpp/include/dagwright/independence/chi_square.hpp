#pragma once

namespace dagwright::independence {

/// ln P(X > statistic) for X chi-square with `degrees` > 0 degrees of freedom. The logarithm keeps
/// apart associations so strong that the probability itself would be 0 for all of them.
double log_chi_square_survival(double statistic, double degrees);

}  // namespace dagwright::independence
