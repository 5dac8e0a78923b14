-- Which logs have moved: sweeps look at these shops alone.
create index event_log_heads_by_end on event_log_heads (last_position);
