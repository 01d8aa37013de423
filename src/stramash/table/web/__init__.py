"""The pages for people: renderer, page contexts, templates and static files."""
