"""The network and its input: points stay in place when pictures are shifted, and labels move with them."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from bmoca_gym.envs.actions import DISCRETE_GESTURES  # noqa: E402
from bmoca_gym.errors import SettingsError  # noqa: E402
from bmoca_gym.policies import augmentation, learner  # noqa: E402
from bmoca_gym.policies.encoders import parts_of, words_of  # noqa: E402
from bmoca_gym.policies.network import Placement, PolicyNetwork, sampled  # noqa: E402
from bmoca_gym.policies.settings import CLASSES, TAPS, ImitationSettings, NetworkSettings  # noqa: E402

TINY = NetworkSettings(channels=4, width=16, heads=2, layers=1, dropout=0.0)


def test_what_was_at_a_class_is_found_where_its_picture_was_put() -> None:
    rng = np.random.default_rng(0)
    settings = ImitationSettings(zoom=0.3, shift=8, colour=0.0)
    network = PolicyNetwork(TINY)
    moved = 0
    for label in (0, 13, 100, 200, 300, 377):
        tap = DISCRETE_GESTURES[label]
        row, column = int(tap.y * 256), int(tap.x * 128)  # type: ignore[union-attr]
        pixels = np.zeros((1, 256, 128, 3), np.uint8)
        pixels[0, max(0, row - 4) : row + 4, max(0, column - 4) : column + 4] = 255
        for _ in range(8):
            picture, placement = augmentation.augmented(pixels, settings, rng)
            assert placement is not None
            rows, columns = network.positions(1, placement)
            light = torch.from_numpy(picture).permute(0, 3, 1, 2).float() - 128
            at = sampled(light, rows, columns)[0, :, 0]
            inside = ((rows > 0) & (rows < 1))[0, label // 14] & ((columns > 0) & (columns < 1))[
                0, label % 14
            ]
            if bool(inside):
                assert int(at.argmax()) == label
            moved += bool((placement.scale != 1).any())
    assert moved > 10


def test_a_place_of_the_map_gives_its_own_value_and_the_middle_between_two_the_mean() -> None:
    features = torch.arange(12.0).reshape(1, 1, 3, 4)
    rows, columns = torch.tensor([[1 / 6, 1 / 3]]), torch.tensor([[1 / 8, 0.0, 7 / 8]])
    assert sampled(features, rows, columns)[0, :, 0].tolist() == pytest.approx([0, 0, 3, 2, 2, 5])


def test_classes_outside_of_a_moved_picture_are_neither_right_nor_wrong() -> None:
    network = PolicyNetwork(TINY)
    student = learner.Learner(ImitationSettings(network=TINY, compute="cpu"), network)
    placement = Placement(torch.tensor([[1.0, 1.0]]), torch.tensor([[0.5, 0.0]]))
    visible = student._visible(torch.zeros(1, CLASSES), placement)
    assert visible[0, :14].all()
    assert not visible[0, TAPS - 14 : TAPS].any()
    assert visible[0, TAPS:].all()
    allowed = torch.zeros(1, CLASSES, dtype=torch.bool)
    allowed[0, TAPS - 1] = True
    found = learner.classification(torch.zeros(1, CLASSES), allowed, visible)
    assert (float(found.loss), found.counts.tolist()) == (0, [False])


def test_the_loss_is_least_where_the_right_classes_share_everything() -> None:
    allowed = torch.zeros(1, CLASSES, dtype=torch.bool)
    allowed[0, [3, 7]] = True
    visible = torch.ones_like(allowed)
    both, one, none = torch.zeros(3, 1, CLASSES)
    both[0, [3, 7]] = one[0, 3] = none[0, 5] = 20.0
    losses = [float(learner.classification(logits, allowed, visible).loss) for logits in (both, one, none)]
    assert losses == sorted(losses)
    assert losses[0] == pytest.approx(0.5 * np.log(2), abs=1e-3)
    assert float(learner.classification(one, allowed, visible).losses) == pytest.approx(0, abs=1e-3)
    assert learner.classification(one, allowed, visible).right.tolist() == [True]


def test_the_instruction_and_the_place_matter() -> None:
    torch.manual_seed(0)
    network = PolicyNetwork(TINY).eval()
    pixels = torch.randint(0, 255, (1, 256, 128, 3), dtype=torch.uint8).repeat(2, 1, 1, 1)
    with torch.no_grad():
        output = network(pixels, *network.tokens(["call 911", "open the calendar"]))
    assert output.shape == (2, CLASSES)
    assert not torch.allclose(output[0], output[1])
    assert output[0, :TAPS].std() > 0


def test_words_and_their_parts() -> None:
    assert words_of("Call (202)-9, बजे!") == ["call", "(", "2", "0", "2", ")", "-", "9", ",", "बज", "े", "!"]
    assert parts_of("call") == ["call", "<ca", "cal", "all", "ll>"]


def test_a_width_that_the_heads_cannot_share_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"a multiple of network\.heads"):
        PolicyNetwork(NetworkSettings(width=30, heads=4))


def test_the_learning_rate_rises_and_falls() -> None:
    rates = [learner.rate(progress / 100) for progress in range(101)]
    assert max(rates) == pytest.approx(1, abs=0.05)
    assert rates[0] < 0.1 > rates[-1] > 0
