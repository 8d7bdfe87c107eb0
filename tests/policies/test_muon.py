"""Muon: its steps are orthogonal, and it is applied to the weights that it is meant for."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from bmoca_gym.policies.learner import optimizers  # noqa: E402
from bmoca_gym.policies.muon import Muon, matrices, orthogonal  # noqa: E402
from bmoca_gym.policies.network import PolicyNetwork  # noqa: E402
from bmoca_gym.policies.settings import ImitationSettings, NetworkSettings  # noqa: E402

TINY = NetworkSettings(channels=4, width=16, heads=2, layers=1)


@pytest.mark.parametrize("shape", [(16, 16), (8, 72), (72, 8)])
def test_all_directions_of_a_step_count_about_the_same(shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    scales = torch.logspace(0, -1, min(shape))
    matrix = torch.randn(shape) * (scales[:, None] if shape[0] <= shape[1] else scales)
    found = orthogonal(matrix)
    assert found.shape == shape
    given, made = torch.linalg.svdvals(matrix), torch.linalg.svdvals(found)
    assert given[0] > 4 * given[-1]
    assert made[-1] > 0.4
    assert made[0] < 1.3


def test_rare_directions_are_learnt_as_fast_as_common_ones() -> None:
    torch.manual_seed(0)
    wanted = torch.randn(8, 8)
    inputs = torch.randn(256, 8) * torch.logspace(0, -2, 8)
    left = {}
    for kind in ("muon", "descent"):
        weights = torch.nn.Parameter(torch.zeros(8, 8))
        optimizer: torch.optim.Optimizer
        if kind == "muon":
            optimizer = Muon([weights], lr=0.02)
        else:
            optimizer = torch.optim.SGD([weights], lr=0.02, momentum=0.95, nesterov=True)
        for _ in range(500):
            optimizer.zero_grad()
            ((inputs @ weights.T - inputs @ wanted.T) ** 2).sum(dim=1).mean().backward()
            optimizer.step()
        left[kind] = float((weights.detach() - wanted).abs().max())
    assert left["muon"] < 0.1 < left["descent"]


def test_it_has_the_layers_that_learn_and_not_the_last_small_ones() -> None:
    network = PolicyNetwork(TINY)
    chosen = {id(weights) for weights in matrices(network)}
    assert id(network.mixed.conv.weight) in chosen
    assert id(network.gathered.weight) in chosen
    assert id(network.point.weight) not in chosen
    assert id(network.text.table.weight) not in chosen
    network.mixed.conv.weight.requires_grad_(False)
    assert id(network.mixed.conv.weight) not in {id(weights) for weights in matrices(network)}


def test_every_weight_has_one_optimizer() -> None:
    network = PolicyNetwork(TINY)
    all_weights = sorted(id(weights) for weights in network.parameters())
    for settings, count in ((ImitationSettings(), 2), (ImitationSettings(muon=0.0), 1)):
        found = optimizers(network, settings)
        assert len(found) == count
        theirs = [id(each) for one in found for group in one.param_groups for each in group["params"]]
        assert sorted(theirs) == all_weights
