"""How tables are reached over HTTP: the application, the JSON API, event streams, limits and errors."""
