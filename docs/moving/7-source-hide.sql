update moving set hidden = true, since = clock_timestamp() where merchant_id = :'merchant';
