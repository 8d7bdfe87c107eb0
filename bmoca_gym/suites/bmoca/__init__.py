"""B-MoCA (arXiv 2404.16660 v3): its tasks, the 45 published configurations, experts, and published results."""
