"""The steps of an app's tour: forward, back, and its end."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.state import Phone, Prompt
from bmoca_gym.handset.system import activities, first_runs

#: The kind of its prompt, whose subject is the number of the step. ``chosen``: what is chosen in it.
KIND = "tour"
#: The switch of a step is on.
ON = "on"


def go(phone: Phone, index: int) -> Phone:
    """Show a step of the front app's tour, counted from 0; after the last one, the app."""
    package = phone.top.package
    steps = packages.apps_of(phone.image)[package].tour
    if index >= len(steps):
        return activities.dismiss(first_runs.remember(phone, package))
    step = steps[index]
    if step.permissions:
        phone = first_runs.remember(phone, package)  # it is the last step
        return activities.ask(phone, Prompt("permission", step.permissions))
    return activities.ask(phone, Prompt(KIND, index))


def back(phone: Phone) -> Phone:
    """Show the previous step. From the first one, leave the app; from a page of Settings, go on."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    steps = packages.apps_of(phone.image)[phone.top.package].tour
    if steps[prompt.subject].kind == "files":
        return go(phone, prompt.subject + 1)
    if prompt.subject == 0:
        return activities.finish(activities.dismiss(phone))
    return go(phone, prompt.subject - 1)


def switch(phone: Phone) -> Phone:
    """Turn the step's switch on or off, and do what it stands for."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    phone = first_runs.remember(phone, phone.top.package)
    return activities.ask(phone, Prompt(KIND, prompt.subject, "" if prompt.chosen == ON else ON))


def choose(phone: Phone, name: str) -> Phone:
    """Choose one of the step's choices."""
    prompt = phone.top.prompt
    return phone if prompt is None else activities.ask(phone, Prompt(KIND, prompt.subject, name))
