select bool_and(srsubstate = 'r') as done from pg_subscription_rel;
