"""The screens of Booking.com."""
