-- What staff types to find products of the shop: all the words, in any form or as beginnings, or how the SKU begins.
create function product_query(typed text) returns tsquery language sql stable parallel safe
  return (
    select (coalesce('(' || string_agg('(''' || coalesce((ts_lexize('product_stem', word))[1], word) || ''' | '''
                                       || word || ''':*)', ' & ') || ') | ', '')
            || '''#' || replace(replace(lower(btrim(typed)), E'\\', E'\\\\'), '''', '''''') || ''':*')::tsquery
      from ts_parse('default', search_text(typed)) as found (kind, word)
     where kind not in (12, 13, 14, 23));
