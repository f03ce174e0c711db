// The vocabulary of the bench's corpus: for each language what its sentences are made of. Content words stand by falling frequency.

export type Language = 'en' | 'de' | 'ru' | 'zh';

export interface Vocabulary {
  /** Share of the memories. */
  share: number;
  /** Between words: nothing in Chinese. */
  gap: string;
  stop: string;
  /** Words that carry no topic. */
  function: readonly string[];
  content: readonly string[];
  /** What rare words (names, products, compounds) are built from: one from each list. */
  syllables: readonly [readonly string[], readonly string[], readonly string[]];
  /** A question around five content words. */
  ask(words: readonly string[]): string;
  /** A question about nothing that any memory holds. */
  unrelated: string;
}

const split = (text: string): string[] => text.trim().split(/\s+/);

export const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = {
  en: {
    share: 0.55,
    gap: ' ',
    stop: '.',
    function:
      split(`the a of to and in is for that on with as are be this by it from or an at not we must should can when if only
      which before after has have was were will all each every no its than into never always until while them they our you`),
    content:
      split(`service request user file error test build deploy table database cache token session queue worker job release branch
      commit review pipeline cluster node pod container image registry secret key certificate header cookie payload schema migration column
      index query transaction lock replica backup snapshot restore retention metric alert dashboard log trace span timeout retry backoff
      limit quota budget invoice payment refund currency rounding tax customer account profile permission role policy audit webhook endpoint
      route handler middleware controller template component button form field validation locale translation encoding font layout animation
      theme viewport gesture notification email attachment upload download archive compression checksum signature encryption hash salt
      password login logout consent privacy region tenant organisation team workspace project folder document comment mention thread channel
      message event stream topic partition offset consumer producer broker batch window aggregate report chart export import parser grammar
      compiler linker symbol package dependency version changelog licence lint formatter type interface generic closure iterator promise
      callback scheduler thread mutex semaphore deadlock race memory leak heap stack garbage allocation pointer buffer socket proxy gateway
      balancer firewall subnet address domain record zone latency throughput bandwidth jitter packet firmware sensor actuator battery voltage
      calibration torque assembly supplier shipment warehouse pallet barcode inventory forecast discount coupon loyalty checkout basket
      catalogue product variant price margin ledger journal reconciliation settlement dispute chargeback fraud score threshold model feature
      label dataset sample training inference prompt embedding vector`),
    syllables: [
      split(
        'bar cal dor fen gal har jor kel lam mor nev or pel quin ros sel tam ul ver wes yar zel bren cor dal fal gren hol',
      ),
      split('a e i o u ai ea io an en in on ar er ir or al el il'),
      split(
        'dine ford gate ham lock mere nox pike quist rath stone thorpe vane wick worth xis ley ton burg dale field more by den flow mark base sync',
      ),
    ],
    ask: ([a, b, c, d, e]) =>
      `How do we handle the ${a} ${b} when a ${c} breaks the ${d}, and who looks after the ${e}?`,
    unrelated: 'Compose a cheerful limerick about a sleepy walrus who juggles marmalade on an iceberg at midnight',
  },
  de: {
    share: 0.15,
    gap: ' ',
    stop: '.',
    function:
      split(`der die das und ist in den von mit für auf nicht wir muss soll kann wenn nur eine ein einen dem des im vor nach bei aus sich
      wird werden sind oder als auch immer nie bis jede alle zum zur über unter durch dass es sie ihn`),
    content:
      split(`Dienst Anfrage Benutzer Datei Fehler Prüfung Auslieferung Tabelle Datenbank Zwischenspeicher Sitzung Warteschlange Freigabe Zweig
      Änderung Überprüfung Knoten Behälter Abbild Geheimnis Schlüssel Zertifikat Kopfzeile Nutzlast Schema Umstellung Spalte Verzeichnis Abfrage
      Vorgang Sperre Sicherung Wiederherstellung Aufbewahrung Kennzahl Warnung Protokoll Zeitlimit Wiederholung Grenzwert Kontingent Rechnung
      Zahlung Erstattung Währung Rundung Steuer Kunde Konto Berechtigung Rolle Richtlinie Schnittstelle Vorlage Baustein Schaltfläche Formular
      Eingabefeld Übersetzung Zeichensatz Schriftart Anordnung Benachrichtigung Anhang Archiv Verdichtung Prüfsumme Unterschrift Verschlüsselung
      Kennwort Anmeldung Einwilligung Datenschutz Mandant Arbeitsbereich Ordner Dokument Kommentar Kanal Nachricht Ereignis Strom Verbraucher
      Erzeuger Stapel Zeitfenster Auswertung Diagramm Ausfuhr Einfuhr Grammatik Übersetzer Abhängigkeit Fassung Lizenz Speicher Leck Puffer
      Vermittler Lastverteiler Brandmauer Adresse Laufzeit Durchsatz Bandbreite Messfühler Batterie Spannung Lieferant Sendung Lager Palette
      Bestand Vorhersage Rabatt Gutschein Warenkorb Katalog Artikel Preis Spanne Buchhaltung Abstimmung Betrug Schwelle Merkmal Datensatz`),
    syllables: [
      split(
        'Haupt Neben Grund Rand Zeit Last Fern Nah Tief Hoch Werk Feld Stadt Land Dach Kern Netz Wort Bild Ton Licht Glas Holz Stein',
      ),
      split('prüf schreib lese lade schalt rechen zähl mess druck lager handels kunden waren daten'),
      split('stelle stand gang werk zeug satz plan stück raum platz weg lauf zug wert maß blatt buch kreis'),
    ],
    ask: ([a, b, c, d, e]) =>
      `Wie gehen wir mit ${a} und ${b} um, wenn ${c} den ${d} stört, und wer kümmert sich um ${e}?`,
    unrelated:
      'Dichte einen fröhlichen Vierzeiler über ein schläfriges Walross, das um Mitternacht Marmelade auf dem Eisberg jongliert',
  },
  ru: {
    share: 0.15,
    gap: ' ',
    stop: '.',
    function:
      split(`и в на не что с по для как это мы при от до из только если после перед нужно должен можно без или за к о все каждый всегда никогда
      пока их его её они быть был была у же бы чтобы`),
    content:
      split(`сервис запрос пользователь файл ошибка проверка сборка выкладка таблица база кэш токен сессия очередь задача выпуск ветка изменение
      узел контейнер образ секрет ключ сертификат заголовок схема миграция столбец индекс транзакция блокировка реплика копия снимок
      восстановление хранение метрика оповещение журнал таймаут повтор предел квота счёт платёж возврат валюта округление налог клиент
      учётка разрешение роль политика аудит маршрут обработчик шаблон компонент кнопка форма поле перевод кодировка шрифт разметка
      уведомление письмо вложение загрузка архив сжатие подпись шифрование пароль вход согласие регион арендатор команда проект папка
      документ комментарий канал сообщение событие поток потребитель брокер пакет окно отчёт график разбор грамматика компилятор зависимость
      версия лицензия память утечка куча стек буфер сокет шлюз балансировщик подсеть адрес домен задержка пропускная датчик батарея
      напряжение калибровка поставщик отгрузка склад поддон остаток прогноз скидка купон корзина каталог товар цена наценка проводка сверка
      спор мошенничество порог модель признак выборка обучение`),
    syllables: [
      split('пере при под над про вы за на от раз со до пред меж сверх'),
      split('груз вод нос ход чит пис мер счёт бор став каз лож рез тяг'),
      split('ка ник тель ство ение ость ище чик ация щик лка'),
    ],
    ask: ([a, b, c, d, e]) => `Как нам поступать с ${a} и ${b}, если ${c} ломает ${d}, и кто отвечает за ${e}?`,
    unrelated: 'Сочини весёлый стишок про сонного моржа, жонглирующего мармеладом на айсберге в полночь',
  },
  zh: {
    share: 0.15,
    gap: '',
    stop: '。',
    function: split(
      '的 了 在 是 和 与 或 不 要 必须 应该 可以 如果 只有 之前 之后 每个 所有 总是 从不 我们 它们 这个 那个 把 被 对 从 到 就',
    ),
    content:
      split(`服务 请求 用户 文件 错误 测试 构建 部署 数据库 缓存 令牌 会话 队列 任务 发布 分支 提交 评审 集群 节点 容器 镜像 仓库 密钥 证书
      载荷 模式 迁移 字段 索引 查询 事务 锁定 副本 备份 快照 恢复 保留 指标 告警 仪表盘 日志 追踪 超时 重试 限额 预算 发票 支付 退款 货币 舍入
      税率 客户 账户 权限 角色 策略 审计 回调 接口 路由 处理器 中间件 模板 组件 按钮 表单 校验 翻译 编码 字体 布局 动画 主题 通知 邮件 附件 上传
      下载 归档 压缩 签名 加密 哈希 密码 登录 隐私 区域 租户 团队 项目 目录 文档 评论 频道 消息 事件 分区 消费者 生产者 批次 窗口 聚合 报表 图表
      导出 导入 解析 语法 编译器 依赖 版本 许可证 内存 泄漏 堆栈 缓冲区 套接字 网关 负载均衡 防火墙 子网 地址 域名 延迟 吞吐 带宽 固件 传感器
      电池 电压 标定 供应商 发货 货架 托盘 条码 库存 预测 折扣 优惠券 购物车 商品 价格 毛利 台账 对账 结算 争议 欺诈 阈值 模型 特征 样本 训练`),
    syllables: [
      split('东 西 南 北 金 木 水 火 土 天 云 海 山 林 星 风'),
      split('安 宁 华 盛 达 通 联 信 智 远 景 泰 和 顺'),
      split('平台 系统 工具 模块 中心 引擎 网络 机房 项目组 车间 仓 站'),
    ],
    ask: ([a, b, c, d, e]) => `当${c}影响${d}的时候,我们怎么处理${a}和${b},由谁负责${e}?`,
    unrelated: '写一首欢快的打油诗,讲一只瞌睡的海象半夜在冰山上抛果酱',
  },
};
