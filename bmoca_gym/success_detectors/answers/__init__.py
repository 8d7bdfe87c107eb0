"""Reading of answers: wording, texts, quantities, days and times."""
