"""Experts of AndroidLab's tasks: a module for each app."""
