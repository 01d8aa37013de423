"""The web table: people, bots and programs play here, on one mechanism of seats, moves and events."""
