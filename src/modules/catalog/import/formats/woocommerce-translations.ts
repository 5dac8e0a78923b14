/**
 * Titles that WooCommerce's exporter writes in the languages of its shops, folded as `titleKey` does: facts taken from
 * the published translations of WooCommerce (translate.wordpress.org), of 2017 to 2026. In the order of `meanings`,
 * other spellings of a title behind a slash, nothing where the English one stands.
 */
export const meanings = [
  'id', 'type', 'sku', 'name', 'published', 'is featured?', 'visibility in catalog', 'short description',
  'description', 'date sale price starts', 'date sale price ends', 'tax status', 'tax class', 'in stock?', 'stock',
  'low stock amount', 'backorders allowed?', 'sold individually?', 'weight (%s)', 'allow customer reviews?',
  'sale price', 'regular price', 'categories', 'tags', 'images', 'parent', 'position', 'brands', 'attribute %d name',
  'attribute %d value(s)', 'attribute %d visible', 'attribute %d global', 'attribute %d default', 'meta: %s',
] as const // biome-ignore format: a table reads better in rows

/** By language. */
export const translations: Readonly<Record<string, string>> = {
  cs:
    '|typ||jméno|publikovaný|je doporučený?|viditelnost v katalogu|krátký popis|popis|akční cena začíná dne|' +
    'akční cena končí dne|stav daně|daňová třída|skladem?|sklad|práh nízkého skladu|povoleno objednávání?|' +
    'prodávat samostatně?|hmotnost (%s)|povolit zákaznické recenze?|akční cena|běžná cena|kategorie|štítky|' +
    'obrázky|nadřazené|pozice|značky|název %d vlastnosti|hodnota(y) %d vlastnosti|vlastnost %d viditelnost|' +
    'vlastnost %d globální|vlastnost %d výchozí|',
  da:
    '||varenummer|navn|udgivet|er fremhævet (udvalgt)?|synlighed i katalog (shoppens frontend)|' +
    'kort beskrivelse|beskrivelse|den dato hvor tilbudsprisen starter/den dato hvor udsalgsprisen starter|' +
    'den dato hvor tilbudsprisen slutter/den dato hvor udsalgsprisen slutter|momsstatus|momsklasse|på lager?|' +
    'lager|lavt lagerantal|restordrer tilladt?|sælges enkeltvist?/solgt individuelt?|vægt (%s)|' +
    'tillad kundeanmeldelser?/tillad kunders anmeldelser?|tilbudspris/tilbudspris:|normalpris/normal pris:|' +
    'kategorier||billeder|forældre|||egenskab %d navn|egenskab %d værdi(er)|egenskab %d er synlig|' +
    'egenskab %d globalt|egenskab %d standard|',
  de:
    '|typ|artikelnummer||veröffentlicht|ist hervorgehoben?|sichtbarkeit im katalog|kurzbeschreibung|' +
    'beschreibung|' +
    'datum, an dem angebotspreis beginnt/anfangsdatum des verkaufspreises/datum, an dem der angebotspreis beginnt|' +
    'datum, an dem angebotspreis endet/enddatum des verkaufspreises/datum, an dem der angebotspreis endet|' +
    'steuerstatus|steuerklasse|vorrätig?|lager/bestand|geringe lagermenge|' +
    'lieferrückstande erlaubt?/rückstände erlaubt?/lieferrückstände erlaubt?|nur einzeln verkaufen?|' +
    'gewicht (%s)|kundenbewertungen erlauben?/erlaube kundenrezensionen?/kundenrezensionen erlauben?|' +
    'angebotspreis|regulärer preis|kategorien|schlagwörter|bilder|übergeordnetes produkt||marken|' +
    'attribut %d name|attribut %d wert(e)|attribut %d sichtbar|attribut %d global|attribut %d standard|',
  el:
    '|τύπος|κωδικός προϊόντος|όνομα|δημοσιευμένο|είναι προτεινόμενο;|ορατότητα στον κατάλογο|' +
    'σύντομη περιγραφή|περιγραφή|ημερομηνία έναρξης εκπτωτικής τιμής|ημερομηνία λήξης εκπτωτικής τιμής|' +
    'κατάσταση φόρου|κατηγορία φόρου|σε απόθεμα;|απόθεμα|χαμηλή ποσότητα αποθέματος|' +
    'να επιτρέπονται λίστες αναμονής;|μεμονωμένη πώληση;|βάρος (%s)|να επιτρέπονται αξιολογήσεις πελάτη;|' +
    'τιμή προσφοράς|κανονική τιμή|κατηγορίες|ετικέτες|εικόνες|γονέας|θέση||όνομα ιδιότητας %d|' +
    'τιμή(ές) ιδιότητας %d|ιδιότητα %d ορατή|ιδιότητα %d καθολική|ιδιότητα %d προεπιλεγμένη|',
  es:
    '|tipo||nombre|publicado|¿está destacado?|visibilidad en el catálogo|descripción corta|descripción|' +
    'día en que empieza el precio rebajado|día en que termina el precio rebajado|estado del impuesto|' +
    'clase de impuesto|¿en inventario?|inventario|cantidad de bajo inventario|' +
    '¿permitir reservas de productos agotados?|¿vendido individualmente?|peso (%s)|' +
    '¿permitir valoraciones de clientes?|precio rebajado|precio normal|categorías|etiquetas|imágenes|' +
    'superior|posición|marcas|nombre del atributo %d|valor(es) del atributo %d|atributo visible %d|' +
    'atributo global %d|atributo por defecto %d|',
  fi:
    '|laji|tuotetunnus (sku)|nimi|julkaistu|on esittelyssä?|näkyvyys tuoteluettelossa|lyhyt kuvaus|kuvaus|' +
    'alennuksen aloituspäivä|alennuksen päättymispäivä|veron tila|veroluokka|varasto?|varasto|' +
    'varasto vähissä määrä|salli jälkitoimitukset?|myydäänkö yksittäin?|paino (%s)|' +
    'salli asiakkaiden tuotearviot|alennettu hinta|normaali hinta|osastot|avainsanat|kuvat|ylempi taso|' +
    'paikka||ominaisuus %d nimi|ominaisuus %d arvo(t)|ominaisuus %d näkyy|ominaisuus %d kaikkialla käytetty|' +
    'ominaisuuden %d oletus|metatieto: %s',
  fr:
    '||ugs|nom|publié|mis en avant ?|visibilité dans le catalogue|description courte||date de début de promo|' +
    'date de fin de promo|état de la tva/statut fiscal|classe de tva/classe tva|en stock ?/en inventaire?|' +
    'inventaire|montant de stock faible|autoriser les commandes de produits en rupture ?|' +
    'vendre individuellement ?|poids (%s)|autoriser les avis clients ?/activer les avis ?|tarif promo|' +
    "tarif régulier|catégories|étiquettes||||marques|nom de l'attribut %d|valeur(s) de l'attribut %d|" +
    'attribut %d visible|attribut %d global|attribut %d par défaut|méta : %s',
  hr:
    '|vrsta||naziv|objavljeno|istaknuto?|vidljivost u katalogu|kratak opis|opis|datum početka sniženja|' +
    'datum kraja sniženja|status poreza|klasa poreza|na zalihi?|zalihe|nisko stanje zalihe|' +
    'narudžbe na upit dozvoljene?|rasprodaja pojedinačno?|težina (%s)|dopusti recenzije kupaca?|' +
    'rasprodajna cijena|normalna cijena|kategorije|oznake|slike|glavni|pozicija|brendovi|atribut %d ime|' +
    'atribut %d vrijednosti|atribut %d vidljiv|atribut %d globalni|atribut %d zadani|',
  hu:
    'azonosító|típus|cikkszám|név|közzétéve|kiemelt?|látható a katalógusban|rövid leírás|leírás|' +
    'akciós ár első napja|akciós ár utolsó napja|adó státusz|adózási osztály|raktáron?|készlet|' +
    'alacsony készlet mennyiség|függő rendelés engedélyezése?|egyedileg értékesítető?|tömeg (%s)|' +
    'engedélyezzük az értékelést?|akciós ár|normál ár|kategória|címkék|képek|szülő|pozíció|márkák|' +
    'tulajdonság neve %d|tulajdonság (%d) értéke(i)|tulajdonság %d láthatósága|tulajdonság (%d) globális|' +
    '|',
  id:
    '|tipe||nama|telah terbit|apakah diunggulkan?|kenampakan pada katalog|deskripsi singkat|deskripsi|' +
    'tanggal harga diskon dimulai|tanggal harga diskon berakhir|status pajak|kelas pajak|stok tersedia?|stok|' +
    'jumlah stok rendah|perbolehkan inden?|dijual satu per satu?|berat (%s)|izinkan ulasan pelanggan?|' +
    'harga obral|harga normal|kategori|tag|gambar-gambar|induk|posisi||nama atribut %d|nilai atribut %d|' +
    'terlihat atribut %d|global atribut %d|standar atribut %d|meta:%s',
  it:
    '|tipo|cod|nome|pubblicato|in primo piano?|visibilità nel catalogo|breve descrizione|descrizione|' +
    "data di partenza del prezzo in saldo|data in cui termina l'offerta/termine data del prezzo di vendita|" +
    'stato delle imposte|aliquota di imposta||magazzino|quantità in magazzino bassa|' +
    'abilita gli ordini arretrati?|venduto singolarmente?|peso (%s)|permetti le recensioni clienti?|' +
    'prezzo in offerta|prezzo di listino|categorie|tag/etichette|immagine|genitore|posizione|marchi|' +
    "nome dell'attributo %d/attributo %d nome|valore dell'attributo %d/attributo %d valuta(e)|" +
    'attributo %d visibile|attributo %d globale|attributo %d predefinito|',
  ja:
    '|タイプ||名前|公開済み|オススメですか ?|カタログでの表示/表示されるカテゴリー|簡単な説明|説明|セール価格の開始日|セール価格の終了日|課税ステータス/税状況|税区分|在庫の有無|在庫|' +
    '在庫量わずか|お取り寄せを許可する ?/在庫待ちを許可する ?|個別に販売しますか ?/個別に販売しますか？|重量 (%s)|カスタマーレビューを許可しますか ?|セール価格|標準価格|カテゴリー|タグ|' +
    '画像|親|位置||属性 %d の名前|属性 %d の値|属性 %d を表示|属性 %d のグローバル|属性 %d のデフォルト|メタ: %s',
  ko:
    '|형식||이름|발행됨|추천 상품입니까?|카탈로그에 표시 여부|간단한 설명|설명|판매 가격 시작 날짜|판매 가격 종료 날짜|세금 상태|세금 클래스|재고가 있나요?|재고|재고량 부족|' +
    '품절 후 주문이 허용됐습니까?|개별 판매 상품입니까?|무게(%s)|고객 리뷰를 허용하시겠습니까?|할인 가격|정상 가격|카테고리|태그|이미지|상위|위치||속성 %d 이름|속성 %d 값|' +
    '속성 %d 표시|속성 %d 글로벌|속성 %d 기본|메타: %s',
  nb:
    '||varenummer|navn|publisert|er fremhevet?|synlighet i katalogen|kort beskrivelse|beskrivelse|' +
    'startdato for utsalgspris|sluttdato for utsalgspris|avgiftsstatus/skattestatus|' +
    'avgiftsklasse/skatteklasse|på lager?|lager|terskel for lite på lager|restordre tillatt?|' +
    'solgt individuelt?|vekt (%s)|tillat omtaler?/tillat kundeomtaler?|utsalgspris|ordinær pris|kategorier|' +
    'stikkord|bilder|forelder|posisjon||attributt %d navn/attribut %d navn|' +
    'attributt %d verdi(er)/attribut %d verdi(er)|attributt %d synlig/attribut %d synlig|' +
    'attributt %d global/attribut %d global|attributt %d standard/attribut %d standard|',
  nl:
    '||artikelnummer|naam|gepubliceerd|uitgelicht?|zichtbaarheid in catalogus|korte omschrijving|' +
    'beschrijving|startdatum actieprijs/startdatum verkoopprijs|einddatum actieprijs/einddatum verkoopprijs|' +
    'btw status|belastingklasse|op voorraad?|voorraad|lage voorraad|nabestellingen toestaan?|' +
    'wordt individueel verkocht?|gewicht (%s)|klantbeoordelingen toestaan?|actieprijs/kortingsprijs|' +
    'reguliere prijs|categorieën||afbeeldingen|hoofd|positie||naam eigenschap %d|waarde eigenschap %d|' +
    'zichtbare eigenschap %d|globale eigenschap %d|standaardeigenschap %d|',
  pl:
    '|typ||nazwa|opublikowano/opublikowany|wyróżniony produkt?|widoczność w katalogu|krótki opis|opis|' +
    'data rozpoczęcia promocji|data zakończenia promocji|status podatku|klasa podatkowa|w magazynie?|' +
    'stan magazynowy/magazyn|niski stan magazynowy|' +
    'pozwalać na zamówienia oczekujące (na dostawę do magazynu)?|sprzedawany pojedynczo?|waga (%s)|' +
    'włącz opinie klientów?|cena promocyjna|cena|kategorie|tagi|obrazki|element nadrzędny/rodzic|pozycja||' +
    'nazwa atrybutu %d|wartości atrybutu %d|atrybut %d widoczny|atrybut %d: globalny|' +
    'atrybut %d: wartość domyślna|pola: %s',
  pt:
    '|tipo|ref|nome|publicado|em destaque?|visibilidade no catálogo|descrição curta/descrição breve|' +
    'descrição|data de preço promocional começa em/data de início do preço promocional|' +
    'data de preço promocional termina em/data de término do preço promocional|' +
    'status do imposto/status da taxa/situação fiscal|classe de imposto/classe de taxa|em estoque?/em stock?|' +
    'estoque|quantidade baixa de estoque/valor de stock baixo|' +
    'são permitidas encomendas?/permitir encomendas pendentes?|' +
    'vendido individualmente?/vender individualmente?|peso (%s)|permitir avaliações de clientes?|' +
    'preço promocional|preço/preço normal|categorias|etiquetas|imagens|ascendente/pai|posição|marcas|' +
    'nome do atributo %d/atributo %d nome|valores do atributo %d/atributo %d valor(es)|' +
    'visibilidade do atributo %d/atributo %d visível|atributo global %d/atributo %d global|' +
    'atributo padrão %d/atributo %d por omissão|metadado: %s/metadados: %s',
  ru:
    '|тип|артикул|имя|опубликован|рекомендуемый?|видимость в каталоге|краткое описание/короткое описание|' +
    'описание|дата начала действия скидки/дата начала действия продажной цены|' +
    'дата окончания действия скидки/дата окончания действия продажной цены|статус налога|налоговый класс|' +
    'в наличии?|запасы|величина малых запасов|возможен ли предзаказ?/задержанный заказ возможен?|' +
    'продано индивидуально?|вес (%s)|разрешить отзывы от клиентов?/разрешить обзоры от клиентов?|' +
    'акционная цена/цена распродажи|базовая цена|категории|метки|изображения|родительский|позиция||' +
    'имя атрибута %d|значения атрибутов %d/значение(-я) аттрибута(-ов) %d|видимость атрибута %d|' +
    'глобальный атрибут %d|атрибут %d по умолчанию|мета: %s',
  sv:
    '|typ|artikelnr|namn|publicerad|är utvald?|synlighet i katalog|kort beskrivning|beskrivning|' +
    'datum när reapriset börjar|datum när reapriset upphör|momsstatus|momsklass/momsgrupp|i lager?|' +
    'lagersaldo|lågt lagerantal|tillåt restnoteringar?/restorder tillåtet?|säljes styckvis?|vikt (%s)|' +
    'tillåt kundrecensioner?|reapris|ordinarie pris|kategorier|etiketter/taggar|bilder|överordnad/förälder|||' +
    'attribut %d namn|attribut %d värde(n)|attribut %d synligt|attribut %d globalt|attribut %d standardvärde|' +
    '',
  th:
    '|ชนิด|รหัสสินค้า|ชื่อ|เผยแพร่แล้ว|เป็นรายการเด่นหรือไม่|การมองเห็นในแค็ตตาล็อก|คำอธิบายแบบย่อ|' +
    'รายละเอียดเพิ่มเติม/รายละเอียด|วันเริ่มต้นลดราคา|วันสิ้นสุดการลดราคา|สถานะภาษี|กลุ่มภาษี|' +
    'มีสินค้าในคลังสินค้า?|คลังสินค้า||อนุญาตให้จองสินค้าหรือไม่|จำกัดการขายแค่ 1 ชิ้นหรือไม่?|น้ำหนัก (%s)|' +
    'เปิดให้ผู้ใช้รีวิวสินค้า?|ราคาที่ลด|ราคาปกติ|หมวดหมู่|ป้ายกำกับ|ไฟล์รูปภาพ|หลัก|ตำแหน่ง||' +
    'ชื่อคุณสมบัติ %d|ค่าคุณสมบัติ %d|คุณสมบัติภายนอกที่เห็นได้ %d|คุณสมบัติทั่วไป %d|' +
    'คุณสมบัติค่าเริ่มต้น %d|meta : %s',
  tr:
    'kimlik|tür|stok kodu (sku)|i̇sim|yayımlanmış|öne çıkan?|katalogda görünürlük|kısa açıklama|açıklama|' +
    'i̇ndirimli fiyatın başladığı tarih|i̇ndirimli fiyatın bittiği tarih|vergi durumu|vergi sınıfı|stokta?|' +
    'stok|düşük stok miktarı|yok satmaya izin?|ayrı ayrı mı satılıyor?|ağırlık (%s)|' +
    'müşteri değerlendirmelerine izin verilsin mi?/müşteri incelemelerine izin verilsin mi?/' +
    'müşteri yorumlarına izin?|' +
    'i̇ndirimli satış fiyatı|normal fiyat|kategoriler|etiketler|görseller|ebeveyn|konum||nitelik %d ismi|' +
    'nitelik %d değer(ler)i|nitelik %d görünür|nitelik %d genel|nitelik %d varsayılan|',
  uk:
    "|тип|артикул|ім'я/назва|опубліковано|рекомендовано?|видимість в каталозі|короткий опис|опис|" +
    'початок акції|завершення акції|статус податку|клас податку|в наявності?|запас|низька кількість запасів|' +
    'дозволити резервування?|продавати окремо?|вага (%s)|дозволити відгуки?|ціна зі знижкою/ціна зі знижкою:|' +
    'звичайна ціна/звичайна ціна:|категорії|позначки|зображення|предок|положення||назва %d атрибуту|' +
    '%d значення атрибуту|атрибут %d видимий|атрибут %d глобальний|атрибут %d за замовчуванням|' +
    'мета ідентифікатор :%s',
  vi:
    '|loại|mã sản phẩm|tên|đã đăng|nhãn nổi bật?|hiển thị trong danh mục|mô tả ngắn|mô tả|' +
    'ngày bắt đầu giảm giá|ngày kết thúc giảm giá|trạng thái thuế|lớp thuế/loại hình thuế|còn hàng?|kho|' +
    'số lượng tồn kho ít|cho phép đặt trước?|bán riêng?|cân nặng (%s)|cho phép đánh giá của khách hàng?|' +
    'giá khuyến mãi/giá khuyến mãi:|giá bán thường/giá bán thường:|danh mục|từ khóa|hình ảnh|gốc|vị trí||' +
    'tên thuộc tính %d|giá trị thuộc tính %d|thuộc tính hiển thị %d|thuộc tính toàn cục %d|' +
    'thuộc tính mặc định %d|',
  zh:
    '代碼|类型/類型|貨號|名称/名稱|已发布/已發佈|是推荐产品？/是推荐产品?/是特色商品？|在列表页可见/目錄的可見度|简短描述/簡短內容說明/簡短描述|描述|促销开始日期/折扣價開始日期/特價開始日期|' +
    '促销截止日期/折扣價結束日期/特價結束日期|税状态/稅金狀態|税类/稅率類別|有货？/有庫存？|库存/庫存|库存不足/低庫存量|允许缺货下单？/允许缺货下单?/允許無庫存下單嗎？/允許預購嗎？|' +
    '单独出售？/單獨銷售?|重量(%s)/重量 (%s)|允许客户评价？/允许顾客评价?/允許客戶評論嗎？|促销价格/折扣價/促銷價|常规售价/原價|分类/分類|标签/標籤|图片/圖片|父级/上層|位置||' +
    '属性 %d 名称/屬性 %d 名稱|属性 %d 值/屬性 %d 值|属性 %d 可见/屬性 %d 可見|属性 %d 的全局/屬性 %d 全域|属性 %d 的默认值/屬性 %d 預設|' +
    '元数据：%s/元数据:%s',
} // biome-ignore format: a table reads better in rows
