"""Pictures of cards, drawn by this project as SVG."""
