-- Statistics of what this upgrade has filled. Until autovacuum comes to it, searches of a large shop would be planned
-- without any: 460 ms of a million products instead of 70.
analyze listings;
analyze listing_texts;
analyze prices;
analyze slugs;
