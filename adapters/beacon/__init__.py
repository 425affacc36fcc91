"""The public beacon of randomness: rounds are fetched over HTTP, their signatures checked."""
