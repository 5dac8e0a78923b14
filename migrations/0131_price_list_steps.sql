-- Prices that the percent of a list makes are multiples of what payments of its currency charge.
alter table price_lists add step_minor bigint not null default 1 check (step_minor > 0);
